// The game on the board, and what can be done with it. What replaces a game or cuts moves off can be undone, set-ups
// included; walking through the moves needs no undo.
import { computed, signal } from '@preact/signals';
import { loadGame, type Move } from 'plyades';
import { notify, notifyError } from '../ui/notices.js';
import {
  beginGame,
  cutAfter,
  endingAt,
  type GameOnBoard,
  goTo,
  isAtEnd,
  playMove,
  positionAt,
} from './game-on-board.js';
import { gameTitle, requireGame } from './games.js';
import { players } from './settings.js';

/** Undefined until the first game is loaded. */
export const played = signal<GameOnBoard | undefined>(undefined);

/** The title of the game that is being loaded. */
export const loadingTitle = signal<string | undefined>(undefined);

/** How the game stands in the position that is looked at. */
export const ending = computed(() => played.value && endingAt(played.value));

/** The side to move, undefined when the game is over. */
export const turn = computed(() => {
  const now = played.value;
  if (now === undefined || ending.value !== undefined) return undefined;
  return now.game.turn(positionAt(now));
});

/** The bot waits: a position or a game was opened to be looked at, or the reader wants to look at a game of bots. */
export const isPaused = signal(false);

/** True when a bot has the move in the last position of the game. */
const hasBotTheMove = computed(
  () => turn.value !== undefined && isAtEnd(played.value!) && players.value[turn.value] === 'bot',
);

/** True when the bot is to move. */
export const isBotsTurn = computed(() => hasBotTheMove.value && !isPaused.value);

/** True when the bot would move, but waits. */
export const isBotWaiting = computed(() => hasBotTheMove.value && isPaused.value);

const MAX_UNDO = 100;
const past = signal<readonly GameOnBoard[]>([]);
const future = signal<readonly GameOnBoard[]>([]);

export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

/** Shows a game that was opened; the bot waits until the reader moves or lets it move. */
export function openGame(next: GameOnBoard): void {
  isPaused.value = true;
  replaceGame(next);
}

/** Shows another game, or another state of the game, and remembers the one before. */
export function replaceGame(next: GameOnBoard): void {
  const now = played.peek();
  if (now !== undefined) past.value = [...past.peek(), now].slice(-MAX_UNDO);
  future.value = [];
  played.value = next;
}

export function undo(): void {
  const last = past.peek().at(-1);
  const now = played.peek();
  if (last === undefined || now === undefined) return;
  past.value = past.peek().slice(0, -1);
  future.value = [...future.peek(), now];
  played.value = last;
}

export function redo(): void {
  const next = future.peek().at(-1);
  const now = played.peek();
  if (next === undefined || now === undefined) return;
  future.value = future.peek().slice(0, -1);
  past.value = [...past.peek(), now];
  played.value = next;
}

/** Plays a move in the position that is looked at; another continuation replaces the one that was there. */
export function play(move: Move): void {
  const now = played.peek();
  if (now === undefined) return;
  try {
    const next = playMove(now, move);
    // In a game of bots alone a pause is for looking at it.
    if (players.peek().includes('hand')) isPaused.value = false;
    if (isAtEnd(now) || next.positions === now.positions) {
      future.value = [];
      played.value = next;
    } else {
      replaceGame(next);
    }
  } catch (error) {
    notifyError(error);
  }
}

export function lookAt(at: number): void {
  const now = played.peek();
  if (now !== undefined) played.value = goTo(now, at);
}

export function step(plies: number): void {
  const now = played.peek();
  if (now !== undefined) lookAt(now.at + plies);
}

/** Takes back the last move, with the bot's answer to it. */
export function takeBack(): void {
  const now = played.peek();
  if (now === undefined || now.positions.length === 1) return;
  let at = (isAtEnd(now) ? now.positions.length - 1 : now.at + 1) - 1;
  const isHand = (ply: number) => players.peek()[now.game.turn(now.positions[ply]!)] === 'hand';
  if (players.peek().includes('hand')) while (at > 0 && !isHand(at)) at--;
  replaceGame(cutAfter(now, at));
}

export function resign(): void {
  const now = played.peek();
  if (now === undefined || turn.peek() === undefined) return;
  const hand = players.peek().indexOf('hand');
  const side = players.peek().includes('bot') && hand >= 0 ? (hand as 0 | 1) : turn.peek()!;
  replaceGame({ ...goTo(now, now.positions.length - 1), resigned: side });
}

/** Begins the game again from its first position, or from the start of the game. */
export function newGame(): void {
  const now = played.peek();
  if (now === undefined) return;
  isPaused.value = false;
  replaceGame(beginGame(now.game));
}

let loads = 0;

/** Loads a game and shows it, unless another one was asked for meanwhile. Rejects when it cannot be loaded. */
async function show(id: string): Promise<void> {
  const load = ++loads;
  loadingTitle.value = gameTitle(id);
  try {
    const game = await loadGame(requireGame(id));
    if (load !== loads) return;
    isPaused.value = false;
    replaceGame(beginGame(game));
  } finally {
    if (load === loads) loadingTitle.value = undefined;
  }
}

/** Begins a game of another kind. */
export async function changeGame(id: string): Promise<void> {
  if (played.peek()?.game.id === id) return;
  try {
    await show(id);
  } catch (error) {
    notify('bad', error instanceof Error ? error.message : String(error));
  }
}

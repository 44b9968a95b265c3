// Keeps the address of the page and the stored game as the board has it, and shows what the address or the storage names
// when the view opens or the address changes.
import { effect } from '@preact/signals';
import { loadGame } from 'plyades';
import { route, setParameters } from '../shell/route.js';
import { stored } from '../shell/stored.js';
import { notify } from '../ui/notices.js';
import {
  type GameAddress,
  makeAddress,
  makeParameters,
  openAddress,
  parseParameters,
  parseStored,
} from './address.js';
import { gameName, gameNamed } from './games.js';
import { modulesReady } from './modules.js';
import { loadingTitle, openGame, played, replaceGame } from './session.js';

const FIRST_GAME: GameAddress = { game: 'othello' };

const kept = stored<GameAddress>(
  'board-game',
  FIRST_GAME,
  (value) => parseStored(value) !== undefined,
);

/** The parameters that this view wrote last; others come from a link or from the browser's history. */
let written = '';

const keyOf = (parameters: Readonly<Record<string, string | undefined>>): string =>
  JSON.stringify(['game', 'position', 'moves', 'at'].map((name) => parameters[name] ?? null));

/** Follows board and address until the function that is returned is called. */
export function startKeeping(): () => void {
  const stops = [
    effect(() => {
      const { view, parameters } = route.value;
      if (view !== 'board') return;
      const named = parseParameters(parameters);
      if (named === undefined) {
        if (played.peek() === undefined) void open(kept.peek(), false);
        else write();
      } else if (keyOf(Object.fromEntries(parameters)) !== written) {
        const key = keyOf(makeParameters(named));
        // After a reload the address names the stored game, which may have more moves than an address takes.
        const isKept = played.peek() === undefined && key === keyOf(makeParameters(kept.peek()));
        void open(isKept ? kept.peek() : named, !isKept);
      }
    }),
    effect(() => {
      if (played.value !== undefined) write();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function write(): void {
  const now = played.peek();
  if (now === undefined || route.peek().view !== 'board') return;
  const address = makeAddress(now, gameName(now.game.id));
  kept.value = address;
  const parameters = makeParameters(address);
  written = keyOf(parameters);
  setParameters(parameters);
}

async function open(address: GameAddress, isLink: boolean): Promise<void> {
  written = keyOf(makeParameters(address));
  await modulesReady;
  const id = gameNamed(address.game);
  if (id === undefined) {
    const message = isLink
      ? `The link names the game ‘${address.game}’, which is not open here. Open its module below the board.`
      : `The module of ‘${address.game}’ is not open any more. Open it again to go on with the game.`;
    notify('warning', message);
    if (played.peek() === undefined) await open(FIRST_GAME, false);
    return;
  }
  try {
    loadingTitle.value = address.game;
    const game = await loadGame(id);
    const opened = openAddress(game, address);
    if (isLink) openGame(opened);
    else replaceGame(opened);
  } catch (error) {
    notify('bad', error instanceof Error ? error.message : String(error));
    if (played.peek() === undefined && address !== FIRST_GAME) await open(FIRST_GAME, false);
  } finally {
    loadingTitle.value = undefined;
  }
}

// The bot at the board: it thinks whenever it is its turn in the last position of the game, on threads of its own, and
// stops when the position or its settings change. One bot lives at a time.
import { effect, signal } from '@preact/signals';
import { type Bot, bot, type Move, type Position } from 'plyades';
import { notifyError } from '../ui/notices.js';
import { lineTo, positionAt } from './game-on-board.js';
import { isBotsTurn, play, played } from './session.js';
import { FULL_STRENGTH, level, thinkingMs, usedThreads } from './settings.js';

/** True while the bot thinks. */
export const isThinking = signal(false);

/** A move of a quick bot is not played before this time, so that it can be seen. In milliseconds. */
const SHORTEST_MS = 350;

interface OpenBot {
  readonly key: string;
  readonly bot: Promise<Bot<Position, Move>>;
}

let current: OpenBot | undefined;

function botFor(game: string): Promise<Bot<Position, Move>> {
  const workers = level.peek() === FULL_STRENGTH ? usedThreads() : 1;
  const key = `${game} ${level.peek()} ${workers}`;
  if (current?.key !== key) {
    closeBot();
    current = { key, bot: bot(game, { level: level.peek(), workers }) };
    current.bot.catch(() => {
      current = undefined;
    });
  }
  return current.bot;
}

/** Ends the bot's threads. */
export function closeBot(): void {
  const closing = current;
  current = undefined;
  closing?.bot.then((each) => each.close()).catch(() => {});
}

/** Lets the bot play until the function that is returned is called. */
export function startOpponent(): () => void {
  return effect(() => {
    const now = played.value;
    const isOn = isBotsTurn.value;
    // A new strength is for the move under way, too.
    const limits = level.value === FULL_STRENGTH ? { ms: thinkingMs.value } : {};
    usedThreads();
    if (now === undefined || !isOn) return undefined;
    const stop = new AbortController();
    const think = async () => {
      isThinking.value = true;
      try {
        const line = lineTo(now);
        const opponent = await botFor(now.game.id);
        if (stop.signal.aborted) return;
        const [{ move }] = await Promise.all([
          opponent.move(positionAt(now), {
            ...limits,
            before: line.slice(0, -1),
            signal: stop.signal,
          }),
          new Promise((resolve) => setTimeout(resolve, SHORTEST_MS)),
        ]);
        if (!stop.signal.aborted && move !== undefined) play(move);
      } catch (error) {
        if (!stop.signal.aborted) notifyError(error);
      } finally {
        if (!stop.signal.aborted) isThinking.value = false;
      }
    };
    void think();
    return () => {
      stop.abort();
      isThinking.value = false;
    };
  });
}

// A bot as long as its component is mounted.
import { type Bot, type BotOptions, bot, type PlainGame } from 'plyades';
import { useEffect, useRef } from 'react';

/** Returns the function that asks the bot for a move. */
export function useBot<State, Move>(game: PlainGame<State, Move>, options: BotOptions) {
  const current = useRef<Promise<Bot<State, Move>>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bot of the first options stays
  useEffect(() => {
    const opened = bot(game, options);
    current.current = opened;
    return () => {
      opened.then((ai) => ai.close());
    };
  }, [game]);
  return async (state: State, ms: number): Promise<Move | undefined> =>
    (await (await current.current)?.move(state, { ms }))?.move;
}

// useBot(): an opponent in a React component. The bot thinks on threads of its own and is closed with the component,
// also when StrictMode mounts twice. Copy this file into your project.
//
//   const { think, thinking, error } = useBot(game, { level: 'hard' });
//   const onPlay = async (move) => {
//     const mine = game.play(state, move);
//     setState(mine);
//     const reply = await think(mine, { ms: 500 });
//     if (reply !== undefined) setState(game.play(mine, reply));
//   };
import { type Bot, type BotOptions, bot, type PlainGame, type ThinkOptions } from 'plyades';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface BotHook<State, Move> {
  /**
   * The move to play in a state of an ongoing game. It ends the thinking of an earlier call; that call returns
   * undefined, and so do calls whose component is gone or whose bot failed.
   */
  readonly think: (
    state: State,
    limits?: Omit<ThinkOptions<State>, 'signal'>,
  ) => Promise<Move | undefined>;
  readonly thinking: boolean;
  /** Why the bot could not start or think. */
  readonly error: unknown;
}

/** One bot, open and perhaps thinking. */
interface Session<State, Move> {
  readonly opened: Promise<Bot<State, Move>>;
  search?: AbortController;
}

/** Options count when the component mounts; give it another `key` for others. The game must be a constant. */
export function useBot<State, Move>(
  game: PlainGame<State, Move>,
  options?: BotOptions,
): BotHook<State, Move> {
  const [firstOptions] = useState(options);
  const current = useRef<Session<State, Move>>(undefined);
  const [thinking, setThinking] = useState(false);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    const session: Session<State, Move> = { opened: bot(game, firstOptions) };
    current.current = session;
    session.opened.catch((cause) => {
      if (current.current === session) setError(cause);
    });
    return () => {
      current.current = undefined;
      session.search?.abort();
      void session.opened.then(
        (ai) => ai.close(),
        () => {},
      );
    };
  }, [game, firstOptions]);

  const think = useCallback<BotHook<State, Move>['think']>(async (state, limits) => {
    const session = current.current;
    if (session === undefined) return undefined;
    session.search?.abort();
    const search = new AbortController();
    session.search = search;
    const isLatest = () => current.current === session && session.search === search;
    setThinking(true);
    try {
      const ai = await session.opened;
      if (!isLatest()) return undefined;
      const { move } = await ai.move(state, { ...limits, signal: search.signal });
      return isLatest() ? move : undefined;
    } catch (cause) {
      if (isLatest()) setError(cause);
      return undefined;
    } finally {
      if (isLatest()) setThinking(false);
    }
  }, []);

  return { think, thinking, error };
}

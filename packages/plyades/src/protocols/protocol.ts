// The two line protocols between a program with a board (the client) and an engine. They are dialects of
// one language: the same commands and answers with a few other words. A line is text without its newline;
// moves and positions in it stay text, since what they mean is for the rules of a game to say.

/** Names of the protocols. */
export const protocols = ['uci', 'usi'] as const;

/** UCI is spoken by chess engines, USI by shogi engines. */
export type Protocol = (typeof protocols)[number];

/**
 * No line is longer, in either direction: room for a game of 10,000 moves. A longer one is refused
 * unread, and cut where it comes from a stream.
 */
export const MAX_LINE = 1 << 16;

/** The words in which the two differ. */
export const words = {
  uci: {
    ...{ hello: 'uci', uciok: 'uciok', newGame: 'ucinewgame', position: 'fen' },
    ...{ hash: 'Hash', ponder: 'Ponder' },
  },
  usi: {
    ...{ hello: 'usi', uciok: 'usiok', newGame: 'usinewgame', position: 'sfen' },
    ...{ hash: 'USI_Hash', ponder: 'USI_Ponder' },
  },
} as const satisfies Record<Protocol, Record<string, string>>;

/** The protocol that engines of a game speak. */
export const protocolOf = (game: string): Protocol => (game === 'shogi' ? 'usi' : 'uci');

/** The option for the size of an engine's table, in MiB. */
export const hashOptionOf = (protocol: Protocol): string => words[protocol].hash;

/** The option that tells an engine that it may ponder. */
export const ponderOptionOf = (protocol: Protocol): string => words[protocol].ponder;

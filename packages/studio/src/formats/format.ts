// What a format of game files can do.
import type { LoadedGame } from 'plyades';
import type { FileResult, RecordedGame } from './record.js';

export const formatNames = ['pgn', 'pdn', 'usi', 'csa', 'transcript', 'plain'] as const;
export type FormatName = (typeof formatNames)[number];

export interface GameFileFormat {
  readonly name: FormatName;
  /** For a list of formats, such as `PGN`. */
  readonly title: string;
  /** Of files, without a dot; the first is used for new files. */
  readonly extensions: readonly string[];
  /** The game that it is for; undefined for all games. */
  readonly game: string | undefined;
  /** Headers that are kept; undefined for all of them. */
  readonly headers: readonly string[] | undefined;
  /** True when a text is probably of this format. */
  looksLike(text: string): boolean;
  /** The game in a text, and how many games there are; the first is read. */
  parse(text: string, game: LoadedGame): FileResult<RecordedGame & { readonly count?: number }>;
  make(record: RecordedGame, game: LoadedGame): string;
}

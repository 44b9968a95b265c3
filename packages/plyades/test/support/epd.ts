// Lines of EPD files: a position, then operations such as `bm Qg6; id "WAC.001";`. In perft files the
// position is a full FEN and the operations are `;D3 8902`.
import { dataLines } from './data.js';

export interface EpdLine {
  /** FEN, with the counters if the line has them. */
  readonly fen: string;
  /** Operands by operation, without quotation marks. */
  readonly operations: ReadonlyMap<string, string>;
}

export function epdLines(path: string): EpdLine[] {
  return dataLines(path).map((line) => {
    const [head = '', ...rest] = line.split(';').map((part) => part.trim());
    const [fen = ''] = /^\S+ \S+ \S+ \S+( \d+ \d+)?/.exec(head) ?? [];
    const texts = [head.slice(fen.length).trim(), ...rest].filter((text) => text !== '');
    const operations = texts.map((text): [string, string] => {
      const space = `${text} `.indexOf(' ');
      return [text.slice(0, space), text.slice(space + 1).replaceAll('"', '')];
    });
    return { fen, operations: new Map(operations) };
  });
}

// `--ranks`: how often the move that an engine ranks first, second, ... is played, which is all that a team's tree
// grows by. `plyades experiment gpp/table-2` prints it for any engine in the form that is read here.
import { Option } from 'commander';
import { quote } from '../core/errors.js';
import { frequenciesOf, paperRanks, type RankTable, stockfishRanks } from '../gpp/index.js';
import { Refusal } from './exit.js';

const NAMED: Readonly<Record<string, RankTable>> = { stockfish: stockfishRanks, paper: paperRanks };

/** More classes than a position has moves say nothing. */
const MOST_CLASSES = 600;
const MOST_COUNT = 1e12;

export function ranksOption(): Option {
  const description =
    "how often moves of rank 1, 2, ... are played, the last number for all ranks from there on, as 'plyades experiment gpp/table-2' prints them, or stockfish or paper (default: stockfish)";
  return new Option('--ranks <list>', description).argParser(parseRanks);
}

function parseRanks(text: string): RankTable {
  const named = Object.hasOwn(NAMED, text) ? NAMED[text] : undefined;
  if (named !== undefined) return named;
  const words = text.split(',').map((word) => word.trim());
  const counts = words.map((word) => (/^\d+(\.\d+)?$/.test(word) ? Number(word) : Number.NaN));
  const numbers = counts.every((count) => count <= MOST_COUNT);
  if (numbers && counts[0]! > 0 && counts.length >= 2 && counts.length <= MOST_CLASSES) {
    return frequenciesOf(counts);
  }
  const expected = `2 to ${MOST_CLASSES} numbers with commas, the first above 0, such as 547,177,276`;
  const message = `${quote(text)} is refused: expected stockfish, paper or ${expected}`;
  throw new Refusal('ERR_VALUE', message, { where: '--ranks' });
}

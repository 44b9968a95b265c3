// What is known of one node at a moment, as rows of a table: windows and values, or proof numbers, or the piece that
// was searched there; then the work in it, and who searches it.
import type { PieceRecord } from 'plyades/trace';
import { makeCount, makePercent } from '../ui/format.js';
import type { TreeMoment } from './moment.js';
import { NONE, ROOT } from './nodes.js';
import {
  capital,
  makeBounds,
  makeProcess,
  makeProofNumber,
  makeValue,
  makeWindow,
  processWord,
} from './words.js';

export interface Fact {
  readonly name: string;
  readonly about: string;
  readonly text: string;
}

/** Processes that search one node are named up to this number. */
const MOST_NAMED = 3;

export const factsOf = (moment: TreeMoment, node: number): Fact[] => [
  ...judgement(moment, node),
  ...work(moment, node),
];

function judgement(moment: TreeMoment, node: number): Fact[] {
  const record = moment.recordOf(node);
  const { hasProofNumbers, hasPassWindows, hasTaskWindows } = moment.model;
  if (record === undefined) return searched(lastPiece(moment, node), moment.time);
  if (hasProofNumbers) {
    return [
      fact(
        'Proof number',
        'Leaves that must at least be won to prove it.',
        makeProofNumber(record.proof),
      ),
      fact(
        'Disproof number',
        'Leaves that must at least be lost to disprove it.',
        makeProofNumber(record.disproof),
      ),
    ];
  }
  const value = fact('Value believed', 'From its own side to move.', makeValue(record.value));
  if (!hasPassWindows) return [value];
  const pass = 'It follows every value, proved or believed.';
  const task = 'It follows proved values only.';
  return [
    fact('Pass window', pass, makeWindow(record.alpha, record.beta)),
    ...(hasTaskWindows
      ? [fact('Task window', task, makeWindow(record.taskAlpha, record.taskBeta))]
      : []),
    value,
    fact('Value proved', 'From its own side to move.', makeBounds(record.lower, record.upper)),
  ];
}

function searched(piece: PieceRecord | undefined, time: number): Fact[] {
  if (piece === undefined) return [];
  return [
    fact('Window', 'Of the last piece in this node.', makeWindow(piece.alpha, piece.beta)),
    fact(
      'Depth',
      'Of the last piece in this node.',
      Number.isNaN(piece.depth) ? '–' : String(piece.depth),
    ),
    fact('Value', 'From its own side to move.', piece.to <= time ? makeValue(piece.value) : '–'),
  ];
}

function work(moment: TreeMoment, node: number): Fact[] {
  const effort = moment.effort[node] ?? 0;
  const all = moment.effort[ROOT] || 1;
  const own = moment.ownEffort(node);
  const { count, left } = countPieces(moment, node);
  return [
    fact('Effort', 'Nodes searched in it and below it.', `${makeCount(effort)} nodes`),
    fact('Share', 'Of the effort of the whole run until now.', makePercent(effort / all)),
    fact(
      'In the node itself',
      'The rest was searched in pieces below it.',
      `${makeCount(own)} nodes`,
    ),
    fact(
      'Pieces',
      'How often it was searched itself.',
      `${makeCount(count)}${left > 0 ? `, ${makeCount(left)} given up` : ''}`,
    ),
    fact('Searched by', 'Those that search it at this moment.', searchersOf(moment, node)),
  ];
}

function searchersOf(moment: TreeMoment, node: number): string {
  const { log } = moment.model;
  const searchers = moment.searchers(node);
  if (searchers.length === 0) {
    const owner = moment.recordOf(node)?.owner ?? NONE;
    return owner < 0 ? 'None now' : capital(makeProcess(owner, log));
  }
  if (searchers.length === 1) return capital(makeProcess(searchers[0]!.process, log));
  const processes = searchers.map(({ process }) => process).sort((a, b) => a - b);
  const named = processes.slice(0, MOST_NAMED).join(', ');
  const more = processes.length - MOST_NAMED;
  return `${capital(processWord(log.header))}s ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Pieces of a node that have begun, and those of them that were given up. */
function countPieces({ model, time }: TreeMoment, node: number) {
  let count = 0;
  let left = 0;
  for (let piece = model.lastPiece[node] ?? NONE; piece !== NONE; ) {
    const { from, to, outcome } = model.pieces[piece]!;
    if (from <= time) count++;
    if (to <= time && outcome === 'left') left++;
    piece = model.piecePrevious[piece]!;
  }
  return { count, left };
}

/** The last piece of a node that has begun. */
export function lastPiece({ model, time }: TreeMoment, node: number): PieceRecord | undefined {
  let piece = model.lastPiece[node] ?? NONE;
  while (piece !== NONE && model.pieces[piece]!.from > time) piece = model.piecePrevious[piece]!;
  return piece === NONE ? undefined : model.pieces[piece];
}

const fact = (name: string, about: string, text: string): Fact => ({ name, about, text });

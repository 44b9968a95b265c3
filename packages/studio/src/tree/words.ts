// What the tree view says in words: values, windows, states, and the changes of a node.
import { isProvenLoss, isProvenWin, WIN } from 'plyades';
import type { NodeState, PieceRecord, TraceHeader, TraceLog, TreeRecord } from 'plyades/trace';
import { isEngineTeam } from '../runs/engine-team.js';
import { makeCount } from '../ui/format.js';
import { type Change, changes, type NodeEvent } from './history.js';

/** Beyond every value that a search returns. */
const UNBOUNDED = WIN + 10_000;

/** `+12`, `−3`, `won`, `lost`, `∞`, or a dash when it is not known. */
export function makeValue(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (value >= UNBOUNDED) return '∞';
  if (value <= -UNBOUNDED) return '−∞';
  if (isProvenWin(value)) return 'won';
  if (isProvenLoss(value)) return 'lost';
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

/** `−10 … +5`; a dash when neither end is known. */
export function makeWindow(low: number, high: number): string {
  if (Number.isNaN(low) && Number.isNaN(high)) return '–';
  return `${makeValue(low)} … ${makeValue(high)}`;
}

/** Bounds that were proved: `+5`, `at least +3`, `−2 … +5`. */
export function makeBounds(lower: number, upper: number): string {
  const [hasLower, hasUpper] = [lower > -UNBOUNDED, upper < UNBOUNDED];
  if (hasLower && hasUpper) return lower === upper ? makeValue(lower) : makeWindow(lower, upper);
  if (hasLower) return `at least ${makeValue(lower)}`;
  return hasUpper ? `at most ${makeValue(upper)}` : 'nothing yet';
}

/** Proof numbers: `12`, `∞`. */
export const makeProofNumber = (count: number): string =>
  Number.isNaN(count) ? '–' : count >= 2 ** 30 ? '∞' : makeCount(count);

export interface StateWords {
  readonly name: string;
  readonly about: string;
}

const ofMasters: Readonly<Record<NodeState, StateWords>> = {
  certain: { name: 'Certain', about: 'Its value is proved in its window.' },
  believed: { name: 'Believed', about: 'Its value rests on guesses.' },
  searching: { name: 'Being searched', about: 'A process searches it now.' },
  cut: { name: 'Cut off', about: 'A sibling was good enough: its value does not matter.' },
  left: { name: 'Left', about: 'It belonged to the predicted tree and does so no longer.' },
};

const ofPieces: Readonly<Record<NodeState, StateWords>> = {
  certain: { name: 'Searched', about: 'A process has searched it to the end.' },
  believed: { name: 'On the way', about: 'Pieces below it are searched; it is no piece itself.' },
  searching: { name: 'Being searched', about: 'A process searches it now.' },
  cut: { name: 'Cut off', about: 'A sibling was good enough: its value does not matter.' },
  left: { name: 'Given up', about: 'Its search ended without a value.' },
};

const ofProofs: Readonly<Record<NodeState, StateWords>> = {
  ...ofMasters,
  certain: { name: 'Solved', about: 'It is proved or disproved.' },
  believed: { name: 'Open', about: 'It is neither proved nor disproved yet.' },
};

const ofTeams: Readonly<Record<NodeState, StateWords>> = {
  ...ofMasters,
  certain: { name: 'Ended', about: 'The game is over here by its rules.' },
  believed: {
    name: 'No worker',
    about: 'Its value is that of its children, or its parent saw it.',
  },
  searching: { name: 'Being searched', about: 'A worker searches its moves that are no children.' },
  left: { name: 'Pruned', about: 'It was removed: its worker was needed elsewhere.' },
};

/** What kind of tree a run has. */
export interface TreeKind {
  readonly isTeam: boolean;
  readonly hasTree: boolean;
  readonly hasProofNumbers: boolean;
}

/** Names of states: those of a master's tree, of proof numbers, of an engine team, or of a tree of pieces. */
export const stateWords = (kind: TreeKind): Readonly<Record<NodeState, StateWords>> =>
  kind.isTeam ? ofTeams : kind.hasProofNumbers ? ofProofs : kind.hasTree ? ofMasters : ofPieces;

/** What stands out in the picture. */
export const predictedName = ({ isTeam, hasProofNumbers }: TreeKind): string =>
  isTeam ? 'best line' : hasProofNumbers ? 'predicted proof' : 'predicted tree';

/** The line that is outlined. */
export const lineName = ({ hasProofNumbers }: TreeKind): string =>
  hasProofNumbers ? 'Most-proving line' : 'Principal variation';

export const lineAbout = ({ hasTree, hasProofNumbers }: TreeKind): string =>
  hasProofNumbers
    ? 'The way to the node whose proof or disproof would help most at this moment.'
    : hasTree
      ? 'The line of best play as it is believed at this moment.'
      : 'The line of best play of the last finished depth.';

/** `processor 7`, `the master`; `worker 7` of an engine team */
export const makeProcess = (process: number, { header }: TraceLog): string =>
  process === 0 && header.hasMaster ? 'the master' : `${processWord(header)} ${process}`;

/** A process that is no master. */
export const processWord = (header: TraceHeader): 'worker' | 'processor' =>
  isEngineTeam(header) ? 'worker' : 'processor';

/** One line of a node's history. */
export function makeEvent(event: NodeEvent, log: TraceLog): string {
  if (event.kind === 'change') return makeChange(event.record, event.before, log);
  const { piece } = event;
  const process = capital(makeProcess(piece.process, log));
  if (event.kind === 'begin') {
    const ahead = piece.ahead ? ', ahead of need' : '';
    if (Number.isNaN(piece.depth)) return `${process} begins${ahead}`;
    const window = makeWindow(piece.alpha, piece.beta);
    return `${process} begins: depth ${piece.depth}, window ${window}${ahead}`;
  }
  return `${process} ${makeEnd(piece)}`;
}

/** How a piece ended: `finds +12 (exact) in 1,234 nodes`. */
export function makeEnd({ outcome, value, bound, nodes }: PieceRecord): string {
  const count = `${makeCount(nodes)} nodes`;
  if (outcome === 'done') {
    if (Number.isNaN(value)) return `has searched ${count}`;
    const meaning = bound === 'lower' ? 'at least ' : bound === 'upper' ? 'at most ' : '';
    return `finds ${meaning}${makeValue(value)} in ${count}`;
  }
  if (outcome === 'left') return `gives it up after ${count}`;
  return `had searched ${count} when the run ended`;
}

function makeChange(now: TreeRecord, before: TreeRecord | undefined, log: TraceLog): string {
  const kind = kindOf(now, log);
  const names = stateWords(kind);
  if (before === undefined) {
    const value = Number.isNaN(now.value) ? '' : `, value ${makeValue(now.value)}`;
    return `Enters the master's tree: ${names[now.state].name.toLowerCase()}, ${insideOf(now, kind)}${value}`;
  }
  const parts = changes(before, now).map((change) => makePart(change, now, before, log));
  return capital(parts.join('; '));
}

function makePart(change: Change, now: TreeRecord, before: TreeRecord, log: TraceLog): string {
  switch (change) {
    case 'state':
      return stateWords(kindOf(now, log))[now.state].name.toLowerCase();
    case 'predicted':
      return `now ${insideOf(now, kindOf(now, log))}`;
    case 'window':
      return `pass window ${makeWindow(now.alpha, now.beta)}`;
    case 'task window':
      return `task window ${makeWindow(now.taskAlpha, now.taskBeta)}`;
    case 'value':
      return `value ${makeValue(before.value)} → ${makeValue(now.value)}`;
    case 'bounds':
      return `proved: ${makeBounds(now.lower, now.upper)}`;
    case 'owner':
      return now.owner < 0 ? 'no owner' : `given to ${makeProcess(now.owner, log)}`;
    case 'proof numbers':
      return `proof ${makeProofNumber(now.proof)}, disproof ${makeProofNumber(now.disproof)}`;
  }
}

const kindOf = ({ proof }: TreeRecord, { header }: TraceLog): TreeKind => ({
  isTeam: isEngineTeam(header),
  hasTree: true,
  hasProofNumbers: !Number.isNaN(proof),
});

const insideOf = ({ predicted }: TreeRecord, kind: TreeKind): string =>
  `${predicted ? 'in' : 'outside'} the ${predictedName(kind)}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

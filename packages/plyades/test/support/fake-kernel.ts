// A kernel made by hand, a few hundred bytes: each function returns a constant or traps. It goes
// through the same loading, messages and threads as a real one, so it shows what they do with a trap.
import type { KernelExports } from '#dist/kernel/index.js';

type Answer = number | 'trap';

const harmless: Record<keyof KernelExports, Answer> = {
  heapBase: 1024,
  positionBytes: 16,
  recordBytes: 16,
  maxMoves: 4,
  historySlots: 1,
  historySlot: 0,
  load: 0,
  store: 0,
  turn: 0,
  generate: 0,
  legal: 0,
  tactical: 0,
  standsPat: 1,
  quiesces: 0,
  play: 0,
  canPass: 0,
  pass: 0,
  over: 1,
  result: 0,
  evaluate: 0,
  completes: 1,
  pliesToDraw: 1,
  deepen: 2,
  usesProbCut: 0,
  probCutDepth: 0,
  probCutBound: 0,
  repeats: 0,
  keyLow: 0,
  keyHigh: 0,
  checked: 0,
  hashLow: 0,
  hashHigh: 0,
  perftBytes: 64,
  perft: 1,
  fileBytes: 0,
  dataBytes: 0,
  prepareData: 0,
  setData: 0,
  tableBytes: 128,
  tableInit: 0,
  tableAge: 0,
  tableLook: 0,
  tableClear: 0,
  sharesPlay: 0,
  marksBytes: 64,
  marksAttach: 0,
  marksClear: 0,
  searcherAdvance: 0,
  searcherShareTree: 0,
  searcherThorough: 0,
  searcherRestrict: 0,
  shadowBytes: 64,
  shadowAttach: 0,
  shadowExchange: 0,
  shadowCollect: 0,
  shadowAbsorb: 0,
  shadowLimit: 0,
  handOverBytes: 64,
  handOverGather: 0,
  handOverAbsorb: 0,
  searcherBytes: 4096,
  searcherInit: 0,
  searcherAttach: 0,
  searcherStart: 0,
  searcherStartPiece: 0,
  searcherStartPart: 0,
  searcherBefore: 0,
  searcherCutAt: 0,
  searcherPerturb: 0,
  searcherRewindow: 0,
  searcherRun: 2,
  searcherCandidates: 0,
  searcherSplit: 0,
  searcherWindow: 0,
  searcherDeliver: 0,
  searcherPv: 0,
  searcherRoot: 0,
  searcherLayout: 0,
  listsAll: 0,
  replies: 0,
  unanswered: 0,
  storeBytes: 0,
  storeInit: 0,
  lineBytes: 0,
  proverBytes: 0,
  proverInit: 0,
  setGoal: 0,
  proverSelection: 0,
  proverSecond: 0,
  proverForget: 0,
  proverStart: 0,
  proverRun: 0,
  proverStep: 0,
  proverLayout: 0,
  proofTableBytes: 0,
  proofTableInit: 0,
  referenceBytes: 0,
  referenceMoves: 0,
  referenceSearch: 0,
  referenceNodes: 0,
  depthFirstBytes: 0,
  busyCounterBytes: 0,
  depthFirstInit: 0,
  depthFirstTune: 0,
  depthFirstStart: 0,
  depthFirstLeave: 0,
  depthFirstChildren: 0,
  depthFirstChildCount: 0,
  depthFirstRun: 0,
  depthFirstStep: 0,
  depthFirstMove: 0,
  depthFirstLayout: 0,
  mctsInit: 0,
  mctsTune: 0,
  mctsClear: 0,
  mctsMoveRoot: 0,
  mctsRoot: 0,
  mctsLayout: 0,
  walkerBytes: 64,
  walkerInit: 0,
  walkerRun: 0,
};

const UNREACHABLE = 0x00;
const END = 0x0b;
const I32 = 0x7f;

/** Compiles a kernel in which the given functions answer as given and the others do nothing. */
export function fakeKernel(
  answers: Partial<Record<keyof KernelExports, Answer>>,
): WebAssembly.Module {
  const functions = Object.entries({ ...harmless, ...answers });
  const section = (id: number, items: number[][]) => {
    const content = [...unsigned(items.length), ...items.flat()];
    return [id, ...unsigned(content.length), ...content];
  };
  const bodies = functions.map(([, answer]) => {
    const code = answer === 'trap' ? [UNREACHABLE, END] : [0x41, ...signed(answer), END];
    return [...unsigned(code.length + 1), 0, ...code];
  });
  const exported = functions.map(([name], index) => {
    return [...unsigned(name.length), ...Buffer.from(name), 0, ...unsigned(index)];
  });
  const bytes = [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [[0x60, 0, 1, I32]]),
    ...section(
      3,
      functions.map(() => [0]),
    ),
    ...section(7, exported),
    ...section(10, bodies),
  ];
  return new WebAssembly.Module(new Uint8Array(bytes));
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const low = value & 0x7f;
  const rest = value >> 7;
  const done = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40);
  return done ? [low] : [low | 0x80, ...signed(rest)];
}

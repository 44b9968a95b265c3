// Compiles a game's WebAssembly module. A compiled module can be posted to workers, so each game is compiled once.
import { readKernel } from './assets.js';

/**
 * The functions of assembly/module.ts, where they are explained. Addresses and sizes are bytes in
 * linear memory.
 * @internal
 */
export interface KernelExports {
  heapBase(): number;
  positionBytes(): number;
  recordBytes(): number;
  maxMoves(): number;
  historySlots(): number;
  historySlot(position: number, move: number): number;
  load(position: number, record: number): void;
  store(position: number, record: number): void;
  turn(position: number): number;
  generate(position: number, moves: number): number;
  legal(position: number, move: number, scratch: number): number;
  tactical(position: number, moves: number): number;
  standsPat(position: number): number;
  quiesces(): number;
  play(position: number, move: number, next: number): void;
  canPass(position: number): number;
  pass(position: number, next: number): void;
  over(position: number): number;
  result(position: number): number;
  evaluate(position: number): number;
  completes(position: number, depth: number): number;
  pliesToDraw(position: number): number;
  deepen(position: number, depth: number, playing: number, selective: number): number;
  usesProbCut(): number;
  probCutDepth(position: number, depth: number, tried: number): number;
  probCutBound(position: number, depth: number, tried: number, bound: number, low: number): number;
  repeats(): number;
  keyLow(position: number): number;
  keyHigh(position: number): number;
  checked(position: number): number;
  hashLow(position: number): number;
  hashHigh(position: number): number;
  perftBytes(depth: number): number;
  perft(scratch: number, depth: number): number;
  referenceBytes(): number;
  referenceMoves(position: number, list: number): number;
  referenceSearch(
    position: number,
    depth: number,
    alpha: number,
    beta: number,
    full: number,
    scratch: number,
  ): number;
  referenceNodes(): number;
  fileBytes(): number;
  dataBytes(): number;
  prepareData(file: number, data: number): void;
  setData(data: number): void;
  tableBytes(buckets: number): number;
  tableInit(table: number, buckets: number): void;
  tableAge(table: number): void;
  tableLook(table: number, position: number, out: number): number;
  searcherThorough(searcher: number): void;
  searcherAdvance(searcher: number, depth: number): void;
  searcherShareTree(searcher: number, markDepth: number): void;
  sharesPlay(): number;
  marksBytes(): number;
  marksAttach(table: number, marks: number): void;
  marksClear(table: number): void;
  tableClear(table: number, first: number, count: number): void;
  searcherRestrict(searcher: number, moves: number, count: number): void;
  shadowBytes(): number;
  shadowAttach(table: number, shadow: number, least: number): void;
  shadowExchange(shadow: number): number;
  shadowCollect(shadow: number): number;
  shadowAbsorb(table: number, shadow: number, count: number, play: number, deepest: number): number;
  shadowLimit(shadow: number, plies: number): void;
  handOverBytes(): number;
  handOverGather(table: number, record: number, place: number, play: number): number;
  handOverAbsorb(
    table: number,
    place: number,
    count: number,
    play: number,
    deepest: number,
  ): number;
  searcherBytes(maxPly: number): number;
  searcherInit(searcher: number, maxPly: number): void;
  searcherAttach(searcher: number, table: number, abortFlag: number, yieldFlag: number): void;
  searcherStart(
    searcher: number,
    record: number,
    method: number,
    mode: number,
    minDepth: number,
    maxDepth: number,
    alpha: number,
    beta: number,
  ): void;
  searcherStartPiece(
    searcher: number,
    record: number,
    method: number,
    mode: number,
    minDepth: number,
    maxDepth: number,
    alpha: number,
    beta: number,
  ): void;
  searcherStartPart(
    searcher: number,
    record: number,
    method: number,
    depth: number,
    alpha: number,
    beta: number,
    nodeType: number,
    scouting: number,
    mode: number,
  ): void;
  searcherBefore(searcher: number, position: number): void;
  searcherCutAt(searcher: number, horizon: number, sharing: number, open: number): void;
  searcherPerturb(searcher: number, seed: number): void;
  searcherRewindow(searcher: number, alpha: number, beta: number): void;
  searcherRun(searcher: number, budget: number): number;
  searcherCandidates(
    searcher: number,
    minDepth: number,
    reasonable: number,
    most: number,
    out: number,
  ): number;
  searcherSplit(
    searcher: number,
    ply: number,
    scratch: number,
    record: number,
    out: number,
  ): number;
  searcherWindow(searcher: number, ticket: number, out: number): number;
  searcherDeliver(
    searcher: number,
    ticket: number,
    value: number,
    bound: number,
    open: number,
    pv: number,
    pvLength: number,
  ): number;
  searcherPv(searcher: number): number;
  searcherRoot(searcher: number): number;
  searcherLayout(out: number): void;
  listsAll(position: number): number;
  replies(position: number, moves: number): number;
  unanswered(
    position: number,
    named: number,
    namedCount: number,
    threats: number,
    threatCount: number,
    scratch: number,
  ): number;
  storeBytes(capacity: number): number;
  storeInit(store: number, capacity: number, threads: number): void;
  lineBytes(maxPly: number): number;
  proverBytes(maxPly: number): number;
  proverInit(prover: number, line: number, store: number, maxPly: number): void;
  setGoal(line: number, attacker: number, rules: number): void;
  proverSelection(
    prover: number,
    selection: number,
    spread: number,
    seed: number,
    principal: number,
    stay: number,
    thread: number,
  ): void;
  proverSecond(
    prover: number,
    second: number,
    store: number,
    exponent: number,
    divisor: number,
  ): void;
  proverForget(prover: number): void;
  proverStart(prover: number, record: number, first: number): void;
  proverRun(prover: number, budget: number): number;
  proverStep(prover: number): number;
  proverLayout(out: number): void;
  proofTableBytes(buckets: number): number;
  proofTableInit(table: number, buckets: number, pageMap: number): void;
  depthFirstBytes(maxPly: number, children: number): number;
  busyCounterBytes(): number;
  depthFirstInit(
    search: number,
    line: number,
    table: number,
    maxPly: number,
    children: number,
    keyed: number,
  ): void;
  depthFirstTune(
    search: number,
    epsilon: number,
    busy: number,
    weight: number,
    thorough: number,
  ): void;
  depthFirstStart(
    search: number,
    record: number,
    played: number,
    count: number,
    mostPn: number,
    mostDn: number,
  ): void;
  depthFirstLeave(search: number): void;
  depthFirstChildren(search: number): number;
  depthFirstChildCount(search: number): number;
  depthFirstRun(search: number, budget: number): number;
  depthFirstStep(search: number): number;
  depthFirstMove(search: number): number;
  depthFirstLayout(out: number): void;
  mctsInit(tree: number, bytes: number): void;
  mctsTune(tree: number, exploration: number, rave: number, expandAt: number): void;
  mctsClear(tree: number): void;
  mctsMoveRoot(tree: number, node: number): void;
  mctsRoot(tree: number): number;
  mctsLayout(out: number): void;
  walkerBytes(): number;
  walkerInit(walker: number, record: number, seed: number, number: number): void;
  walkerRun(walker: number, tree: number, budget: number): number;
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** The compiled module of a game, `dist/wasm/<name>.wasm`. */
export function compileKernel(name: string): Promise<WebAssembly.Module> {
  let module = compiled.get(name);
  if (!module) {
    module = readKernel(name).then((bytes) => WebAssembly.compile(bytes));
    module.catch(() => compiled.delete(name));
    compiled.set(name, module);
  }
  return module;
}

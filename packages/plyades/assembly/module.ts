// The functions of a compiled module, the same for every game. Addresses and sizes are bytes in
// linear memory; 64-bit counts leave as f64, since BigInt at the boundary costs four times a call.
import { moduleEnd } from './computed';
import { NOT_SAID } from './contract';
import { TheGame } from './game';
import { simulate } from './mcts/simulate';
import * as mcts from './mcts/tree';
import { walkerBytes as bytesOfWalker, positionsOf, seedWalker, Walker } from './mcts/walker';
import {
  busyBytes,
  depthFirstBytes as bytesOfDepthFirst,
  DepthFirst,
  decidingMove,
  initDepthFirst,
  leaveDepthFirst,
  rootChildCount,
  rootChildren,
  runDepthFirst,
  startDepthFirst,
  stepDepthFirst,
} from './proof/dfpn';
import { Line } from './proof/goal';
import * as pns from './proof/pns';
import {
  lineBytes as bytesOfLine,
  proverBytes as bytesOfProver,
  initLine,
  initProver,
  initSecond,
  Prover,
} from './proof/prover';
import * as stores from './proof/store';
import * as proofTables from './proof/table';
import { firstUnanswered } from './rules/answers';
import * as deepening from './search/deepening';
import * as device from './search/device-reference';
import * as handing from './search/hand-over';
import { attachMarks, MARKS_BYTES, marksOf, sharesTree } from './search/marks';
import { perturbOrdering } from './search/ordering';
import { perft as countLeaves, perftBytes as perftScratch } from './search/perft';
import { keyOf } from './search/repetition';
import { run } from './search/search';
import {
  searcherBytes as bytesOfSearcher,
  donePvAt,
  framesAt,
  Searcher,
  stateOf,
} from './search/searcher';
import * as shadows from './search/shadow';
import * as splitting from './search/splitting';
import * as tables from './search/table';
import { cutAt } from './search/textbook';

/** One past the static data and computed tables: memory below belongs to the module. */
export function heapBase(): usize {
  return moduleEnd(changetype<TheGame>(0).computedBytes());
}

// --- the game ---------------------------------------------------------------------------------

export function positionBytes(): i32 {
  return changetype<TheGame>(0).size();
}

export function recordBytes(): i32 {
  return changetype<TheGame>(0).recordSize();
}

export function maxMoves(): i32 {
  return changetype<TheGame>(0).maxMoves();
}

export function historySlots(): i32 {
  return changetype<TheGame>(0).historySlots();
}

export function historySlot(position: usize, move: u32): i32 {
  return changetype<TheGame>(position).historySlot(move);
}

export function load(position: usize, record: usize): void {
  changetype<TheGame>(position).load(record);
}

export function store(position: usize, record: usize): void {
  changetype<TheGame>(position).store(record);
}

export function turn(position: usize): i32 {
  return changetype<TheGame>(position).turn();
}

export function generate(position: usize, moves: usize): i32 {
  return changetype<TheGame>(position).generate(moves);
}

/** `scratch` has room for a list of moves. */
export function legal(position: usize, move: u32, scratch: usize): bool {
  const game = changetype<TheGame>(position);
  const said = game.legal(move);
  if (said != NOT_SAID) return said == 1;
  const end = scratch + ((<usize>game.generate(scratch)) << 2);
  let at = scratch;
  while (at < end && <u32>i32.load(at) != move) at += 4;
  return at < end;
}

export function tactical(position: usize, moves: usize): i32 {
  return changetype<TheGame>(position).tactical(moves);
}

export function standsPat(position: usize): bool {
  return changetype<TheGame>(position).standsPat();
}

export function quiesces(): bool {
  return changetype<TheGame>(0).quiesces();
}

export function play(position: usize, move: u32, next: usize): void {
  changetype<TheGame>(position).play(move, next);
}

/** Whether the search in play mode may try a null move here. */
export function canPass(position: usize): bool {
  return changetype<TheGame>(position).canPass();
}

/** The null move, where `canPass`. */
export function pass(position: usize, next: usize): void {
  changetype<TheGame>(position).pass(next);
}

export function over(position: usize): bool {
  return changetype<TheGame>(position).over();
}

export function result(position: usize): i32 {
  return changetype<TheGame>(position).result();
}

export function evaluate(position: usize): i32 {
  return changetype<TheGame>(position).evaluate();
}

export function completes(position: usize, depth: i32): bool {
  return changetype<TheGame>(position).completes(depth);
}

/** Plies without anything new that end the game as a draw: 0 when it is one, i32.MAX_VALUE if none do. */
export function pliesToDraw(position: usize): i32 {
  const game = changetype<TheGame>(position);
  const most = game.mostReversible();
  return most == i32.MAX_VALUE ? most : max(0, most + 1 - game.reversiblePlies());
}

/** The depth that iterative deepening tries after `depth`; see the contract. */
export function deepen(position: usize, depth: i32, playing: bool, selective: bool): i32 {
  return changetype<TheGame>(position).deepen(depth, playing, selective);
}

/** Whether play mode may cut a node by what shallower searches of it predict. */
export function usesProbCut(): bool {
  return changetype<TheGame>(0).usesProbCut();
}

/** Depth of the shallow search that is tried after `tried` others, 0 when there is none; see the contract. */
export function probCutDepth(position: usize, depth: i32, tried: i32): i32 {
  return changetype<TheGame>(position).probCutDepth(depth, tried);
}

/** The value of that search from which on, or with `low` up to which, `bound` is predicted. */
export function probCutBound(position: usize, depth: i32, tried: i32, bound: i32, low: bool): i32 {
  return changetype<TheGame>(position).probCutBound(depth, tried, bound, low);
}

export function repeats(): i32 {
  return changetype<TheGame>(0).repeats();
}

/** What the rule of repetition compares, in two halves. */
export function keyLow(position: usize): u32 {
  return <u32>keyOf<TheGame>(position);
}

export function keyHigh(position: usize): u32 {
  return <u32>(keyOf<TheGame>(position) >> 32);
}

export function checked(position: usize): bool {
  return changetype<TheGame>(position).checked();
}

/** The 64-bit key in two halves. */
export function hashLow(position: usize): u32 {
  return <u32>changetype<TheGame>(position).hash();
}

export function hashHigh(position: usize): u32 {
  return <u32>(changetype<TheGame>(position).hash() >> 32);
}

export function perftBytes(depth: i32): i32 {
  return <i32>perftScratch<TheGame>(depth);
}

export function perft(scratch: usize, depth: i32): f64 {
  return <f64>countLeaves<TheGame>(scratch, depth);
}

// --- the reference search, with which the kernels of a GPU are compared ------------------------------

export function referenceBytes(): i32 {
  return device.referenceBytes<TheGame>();
}

/** `list` has room for two lists of moves. */
export function referenceMoves(position: usize, list: usize): i32 {
  return device.orderedMoves<TheGame>(position, list);
}

export function referenceSearch(
  position: usize,
  depth: i32,
  alpha: i32,
  beta: i32,
  full: bool,
  scratch: usize,
): i32 {
  return device.referenceSearch<TheGame>(position, depth, alpha, beta, full, scratch);
}

/** Nodes that all reference searches of this instance have entered. */
export function referenceNodes(): f64 {
  return device.referenceNodes();
}

export function fileBytes(): i32 {
  return changetype<TheGame>(0).fileBytes();
}

export function dataBytes(): i32 {
  return changetype<TheGame>(0).dataBytes();
}

export function prepareData(file: usize, data: usize): void {
  changetype<TheGame>(0).prepareData(file, data);
}

export function setData(data: usize): void {
  changetype<TheGame>(0).setData(data);
}

// --- the table --------------------------------------------------------------------------------

export function tableBytes(buckets: u32): f64 {
  return <f64>tables.tableBytes(buckets);
}

/** Empties some buckets of a table that others may be using. */
export function tableClear(table: usize, first: u32, count: u32): void {
  tables.clearBuckets(table, first, count);
}

export function tableInit(table: usize, buckets: u32): void {
  tables.initTable(table, buckets);
}

export function tableAge(table: usize): void {
  tables.ageTable(table);
}

/** What the table knows of a position: value, depth, bound and move to `out` (i32); false when nothing. */
export function tableLook(table: usize, position: usize, out: usize): bool {
  const data = tables.probe(table, changetype<TheGame>(position).hash());
  if (data == 0) return false;
  i32.store(out, tables.entryValue(data));
  i32.store(out, tables.entryDepth(data), 4);
  i32.store(out, tables.entryBound(data), 8);
  i32.store(out, tables.entryMove(data), 12);
  return true;
}

/** Bytes of a shadow table; see shadow.ts. */
export function shadowBytes(): i32 {
  return <i32>shadows.shadowBytes();
}

export function shadowAttach(table: usize, shadow: usize, least: i32): void {
  shadows.attachShadow(table, shadow, least);
}

/** Where entries lie between the table and the outside. */
export function shadowExchange(shadow: usize): usize {
  return shadows.exchangeAt(shadow);
}

export function shadowCollect(shadow: usize): i32 {
  return shadows.collect(shadow);
}

export function shadowAbsorb(
  table: usize,
  shadow: usize,
  count: i32,
  play: u32,
  deepest: i32,
): i32 {
  return shadows.absorb(table, shadows.exchangeAt(shadow), count, play, deepest);
}

/** Only entries up to `plies` plies below the root are passed on. */
export function shadowLimit(shadow: usize, plies: i32): void {
  shadows.limitShadow(shadow, plies);
}

/** Bytes of a place for handing over what a table knows; see hand-over.ts. Entries lie at its beginning. */
export function handOverBytes(): i32 {
  return <i32>handing.handOverBytes<TheGame>();
}

export function handOverGather(table: usize, record: usize, place: usize, play: u32): i32 {
  return handing.gather<TheGame>(table, record, place, play);
}

export function handOverAbsorb(
  table: usize,
  place: usize,
  count: i32,
  play: u32,
  deepest: i32,
): i32 {
  return shadows.absorb(table, place, count, play, deepest);
}

// --- searchers --------------------------------------------------------------------------------

export function searcherBytes(maxPly: i32): i32 {
  return <i32>bytesOfSearcher<TheGame>(maxPly);
}

export function searcherInit(searcher: usize, maxPly: i32): void {
  deepening.initSearcher<TheGame>(searcher, maxPly);
}

export function searcherAttach(
  searcher: usize,
  table: usize,
  abortFlag: usize,
  yieldFlag: usize,
): void {
  deepening.attach(searcher, table, abortFlag, yieldFlag);
}

export function searcherStart(
  searcher: usize,
  record: usize,
  method: i32,
  mode: i32,
  minDepth: i32,
  maxDepth: i32,
  alpha: i32,
  beta: i32,
): void {
  deepening.start<TheGame>(searcher, record, method, mode, minDepth, maxDepth, alpha, beta);
}

/** The same for a piece of a larger search; see `startPiece`. */
export function searcherStartPiece(
  searcher: usize,
  record: usize,
  method: i32,
  mode: i32,
  minDepth: i32,
  maxDepth: i32,
  alpha: i32,
  beta: i32,
): void {
  deepening.startPiece<TheGame>(searcher, record, method, mode, minDepth, maxDepth, alpha, beta);
}

export function searcherStartPart(
  searcher: usize,
  record: usize,
  method: i32,
  depth: i32,
  alpha: i32,
  beta: i32,
  nodeType: i32,
  scouting: i32,
  mode: i32,
): void {
  deepening.startPart<TheGame>(
    searcher,
    record,
    method,
    depth,
    alpha,
    beta,
    nodeType,
    scouting,
    mode,
  );
}

/** The position at `position` came before those named so far; see `addBefore`. */
export function searcherBefore(searcher: usize, position: usize): void {
  deepening.addBefore<TheGame>(searcher, position);
}

/** After a start: only these moves of the root are searched; see `restrictRoot`. */
export function searcherRestrict(searcher: usize, moves: usize, count: i32): void {
  deepening.restrictRoot(searcher, moves, count);
}

/** Goes on with another depth; see `advance`. */
export function searcherAdvance(searcher: usize, depth: i32): void {
  deepening.advance<TheGame>(searcher, depth);
}

/** After a start: the tree is searched together with others; see `shareTree`. */
export function searcherShareTree(searcher: usize, markDepth: i32): void {
  deepening.shareTree<TheGame>(searcher, markDepth);
}

/** Whether searchers share a tree in play mode; see `sharesTree`. */
export function sharesPlay(): i32 {
  return sharesTree<TheGame>(true);
}

/** Bytes of the marks of a table; see marks.ts. */
export function marksBytes(): i32 {
  return <i32>MARKS_BYTES;
}

/** Gives the table these marks, all cleared. */
export function marksAttach(table: usize, marks: usize): void {
  attachMarks(table, marks);
}

/** Clears the marks of a table, if it has any. */
export function marksClear(table: usize): void {
  if (marksOf(table) != 0) attachMarks(table, marksOf(table));
}

/** After a start in play mode: nothing is left out. */
export function searcherThorough(searcher: usize): void {
  deepening.searchThoroughly(searcher);
}

/** After a start by the textbook's method: the tree is cut; see `cutAt`. */
export function searcherCutAt(searcher: usize, horizon: i32, sharing: i32, open: bool): void {
  cutAt(searcher, horizon, sharing, open);
}

/** Adds noise to the move ordering; the seed decides which. */
export function searcherPerturb(searcher: usize, seed: u32): void {
  perturbOrdering<TheGame>(searcher, seed);
}

export function searcherRewindow(searcher: usize, alpha: i32, beta: i32): void {
  deepening.rewindow<TheGame>(searcher, alpha, beta);
}

export function searcherRun(searcher: usize, budget: i32): i32 {
  return run<TheGame>(searcher, budget);
}

/** Up to `most` plies (i32) to `out`; returns how many. */
export function searcherCandidates(
  searcher: usize,
  minDepth: i32,
  reasonable: i32,
  most: i32,
  out: usize,
): i32 {
  return splitting.candidates<TheGame>(searcher, minDepth, reasonable, most, out);
}

/** The ticket, or 0; `out` has room for 7 words and the moves of a line. */
export function searcherSplit(
  searcher: usize,
  ply: i32,
  scratch: usize,
  record: usize,
  out: usize,
): i32 {
  return splitting.split<TheGame>(searcher, ply, scratch, record, out);
}

/** False when no node waits for this ticket. */
export function searcherWindow(searcher: usize, ticket: i32, out: usize): bool {
  return splitting.windowOf<TheGame>(searcher, ticket, out);
}

/** 0: no node waits for this ticket; 1: taken; 2: the bound settles nothing. */
export function searcherDeliver(
  searcher: usize,
  ticket: i32,
  value: i32,
  bound: i32,
  open: i32,
  pv: usize,
  pvLength: i32,
): i32 {
  return splitting.deliver<TheGame>(searcher, ticket, value, bound, <u32>open, pv, pvLength);
}

/** Address of the finished principal variation: `donePvLength` u32 moves. */
export function searcherPv(searcher: usize): usize {
  return donePvAt<TheGame>(searcher);
}

/** Address of the root position. */
export function searcherRoot(searcher: usize): usize {
  return stateOf(framesAt<TheGame>(searcher));
}

/**
 * Where the fields of a searcher's header are that the other side reads, as i32 offsets in the order
 * of SearcherField in src/kernel/searcher.ts.
 */
export function searcherLayout(out: usize): void {
  writeOffset(out, 0, offsetof<Searcher>('status'));
  writeOffset(out, 1, offsetof<Searcher>('depth'));
  writeOffset(out, 2, offsetof<Searcher>('doneDepth'));
  writeOffset(out, 3, offsetof<Searcher>('doneValue'));
  writeOffset(out, 4, offsetof<Searcher>('doneBound'));
  writeOffset(out, 5, offsetof<Searcher>('doneMove'));
  writeOffset(out, 6, offsetof<Searcher>('doneOpen'));
  writeOffset(out, 7, offsetof<Searcher>('donePvLength'));
  writeOffset(out, 8, offsetof<Searcher>('nodes'));
  writeOffset(out, 9, offsetof<Searcher>('leaves'));
  writeOffset(out, 10, offsetof<Searcher>('firstMoveCuts'));
  writeOffset(out, 11, offsetof<Searcher>('cuts'));
  writeOffset(out, 12, offsetof<Searcher>('ply'));
  writeOffset(out, 13, offsetof<Searcher>('table'));
  writeOffset(out, 14, offsetof<Searcher>('abortFlag'));
  writeOffset(out, 15, offsetof<Searcher>('lastTicket'));
  writeOffset(out, 16, offsetof<Searcher>('tasks'));
  writeOffset(out, 17, offsetof<Searcher>('deepest'));
  writeOffset(out, 18, offsetof<Searcher>('yieldFlag'));
  writeOffset(out, 19, offsetof<Searcher>('putOff'));
  writeOffset(out, 20, offsetof<Searcher>('decidedMeanwhile'));
  writeOffset(out, 21, offsetof<Searcher>('tableHits'));
}

function writeOffset(out: usize, index: usize, offset: usize): void {
  i32.store(out + (index << 2), <i32>offset);
}

// --- proofs -----------------------------------------------------------------------------------

/** False when `generate` may list fewer moves than there are; see the contract. */
export function listsAll(position: usize): bool {
  return changetype<TheGame>(position).listsAll();
}

/** Moves that the side to move must consider where `listsAll` is false; see the contract. */
export function replies(position: usize, moves: usize): i32 {
  return changetype<TheGame>(position).replies(moves);
}

/** See rules/answers.ts; `scratch` has room for two positions. */
export function unanswered(
  position: usize,
  named: usize,
  namedCount: i32,
  threats: usize,
  threatCount: i32,
  scratch: usize,
): u32 {
  return firstUnanswered<TheGame>(position, named, namedCount, threats, threatCount, scratch);
}

export function storeBytes(capacity: u32): f64 {
  return stores.storeBytes(capacity);
}

export function storeInit(store: usize, capacity: u32, threads: i32): void {
  stores.initStore(store, capacity, threads);
}

export function lineBytes(maxPly: i32): f64 {
  return <f64>bytesOfLine<TheGame>(maxPly);
}

export function proverBytes(maxPly: i32): i32 {
  return <i32>bytesOfProver<TheGame>(maxPly);
}

export function proverInit(prover: usize, line: usize, store: usize, maxPly: i32): void {
  initProver<TheGame>(prover, line, store, maxPly);
}

/** What is to be proved; the same for provers and depth-first searches. */
export function setGoal(line: usize, attacker: i32, rules: u32): void {
  changetype<Line>(line).attacker = attacker;
  changetype<Line>(line).rules = rules;
}

/**
 * How a prover chooses children, `principal` for the PV thread, and how many leaves it expands before it goes back to
 * the root; `thread` is its number among those that share the tree. The seed is not 0.
 */
export function proverSelection(
  prover: usize,
  selection: i32,
  spread: i32,
  seed: u32,
  principal: bool,
  stay: i32,
  thread: i32,
): void {
  const p = changetype<Prover>(prover);
  stores.initLists(p.lists, changetype<TheGame>(0).maxMoves(), stores.tallyAt(p.store, thread));
  p.stay = stay;
  p.selection = selection;
  p.spread = spread;
  p.random = <u64>seed * 0x9e3779b97f4a7c15;
  p.principal = principal ? 1 : 0;
}

/** After the goal is set: gives the prover a second level. */
export function proverSecond(
  prover: usize,
  second: usize,
  store: usize,
  exponent: f64,
  divisor: f64,
): void {
  initSecond<TheGame>(second, prover, store);
  changetype<Prover>(prover).exponent = exponent;
  changetype<Prover>(prover).divisor = divisor;
}

/** For a store that was made again: the prover has no blocks of the old one. */
export function proverForget(prover: usize): void {
  pns.forget<TheGame>(changetype<Prover>(prover));
}

export function proverStart(prover: usize, record: usize, first: bool): void {
  pns.startProver<TheGame>(changetype<Prover>(prover), record, first);
}

export function proverRun(prover: usize, budget: i32): i32 {
  return pns.runProver<TheGame>(changetype<Prover>(prover), budget);
}

export function proverStep(prover: usize): i32 {
  return pns.step<TheGame>(changetype<Prover>(prover));
}

/** Where fields are that the other side reads; the order of ProverField in src/kernel/prover.ts. */
export function proverLayout(out: usize): void {
  writeOffset(out, 0, offsetof<Prover>('phase'));
  writeOffset(out, 1, offsetof<Prover>('ply'));
  writeOffset(out, 2, offsetof<Prover>('work'));
  writeOffset(out, 3, offsetof<Prover>('bounded'));
  writeOffset(out, 4, offsetof<Prover>('evaluated'));
  writeOffset(out, 5, offsetof<Prover>('expanded'));
  writeOffset(out, 6, offsetof<Prover>('collisions'));
  writeOffset(out, 7, stores.COUNTS + offsetof<stores.Counts>('live'));
  writeOffset(out, 8, stores.COUNTS + offsetof<stores.Counts>('peak'));
  writeOffset(out, 9, offsetof<stores.Store>('stop'));
  writeOffset(out, 10, offsetof<stores.Store>('full'));
  writeOffset(out, 11, offsetof<stores.Store>('deep'));
  writeOffset(out, 12, offsetof<Prover>('atomics'));
  writeOffset(out, 13, offsetof<stores.Store>('threads'));
  writeOffset(out, 14, stores.COUNTS + offsetof<stores.Counts>('next'));
}

export function proofTableBytes(buckets: u32): f64 {
  return proofTables.proofTableBytes(buckets);
}

export function proofTableInit(table: usize, buckets: u32, pageMap: usize): void {
  proofTables.initProofTable(table, buckets, pageMap);
}

export function depthFirstBytes(maxPly: i32, children: i32): f64 {
  return <f64>bytesOfDepthFirst<TheGame>(maxPly, children);
}

export function busyCounterBytes(): i32 {
  return <i32>busyBytes();
}

export function depthFirstInit(
  search: usize,
  line: usize,
  table: usize,
  maxPly: i32,
  children: i32,
  keyed: bool,
): void {
  initDepthFirst<TheGame>(search, maxPly, children);
  const d = changetype<DepthFirst>(search);
  initLine<TheGame>(d, line, maxPly);
  d.table = table;
  d.keyed = keyed ? 1 : 0;
}

/**
 * Thresholds leave 1/2^epsilon behind; `busy` counts threads, 0 for one thread alone; `thorough` looks at
 * all moves of the root.
 */
export function depthFirstTune(
  search: usize,
  epsilon: i32,
  busy: usize,
  weight: i32,
  thorough: bool,
): void {
  const d = changetype<DepthFirst>(search);
  d.thorough = thorough ? 1 : 0;
  d.epsilon = epsilon;
  d.busy = busy;
  d.weight = <u32>weight;
}

export function depthFirstStart(
  search: usize,
  record: usize,
  played: usize,
  count: i32,
  mostPn: u32,
  mostDn: u32,
): void {
  const d = changetype<DepthFirst>(search);
  startDepthFirst<TheGame>(d, record, played, count, mostPn, mostDn);
}

/** Ends a search between two slices; its root then has numbers. */
export function depthFirstLeave(search: usize): void {
  leaveDepthFirst<TheGame>(changetype<DepthFirst>(search));
}

/** The root's children: move u32, proof and disproof number u32, ply i32 that they rest on; 32 bytes each. */
export function depthFirstChildren(search: usize): usize {
  return rootChildren(changetype<DepthFirst>(search));
}

export function depthFirstChildCount(search: usize): u32 {
  return rootChildCount(changetype<DepthFirst>(search));
}

export function depthFirstRun(search: usize, budget: i32): bool {
  return runDepthFirst<TheGame>(changetype<DepthFirst>(search), budget);
}

/** One step; true when the search has ended. */
export function depthFirstStep(search: usize): bool {
  const d = changetype<DepthFirst>(search);
  if (!d.done) stepDepthFirst<TheGame>(d);
  return d.done != 0;
}

/** A move that decides the solved root, or NO_MOVE when the root has no such move. */
export function depthFirstMove(search: usize): u32 {
  return decidingMove(changetype<DepthFirst>(search));
}

export function depthFirstLayout(out: usize): void {
  writeOffset(out, 0, offsetof<DepthFirst>('rootPn'));
  writeOffset(out, 1, offsetof<DepthFirst>('rootDn'));
  writeOffset(out, 2, offsetof<DepthFirst>('rootLength'));
  writeOffset(out, 3, offsetof<DepthFirst>('deep'));
  writeOffset(out, 4, offsetof<DepthFirst>('done'));
  writeOffset(out, 5, offsetof<DepthFirst>('bounded'));
  writeOffset(out, 6, offsetof<DepthFirst>('evaluated'));
  writeOffset(out, 7, offsetof<DepthFirst>('expanded'));
  writeOffset(out, 8, offsetof<DepthFirst>('ply'));
  writeOffset(out, 9, offsetof<DepthFirst>('rootRests'));
}

// --- Monte Carlo tree search --------------------------------------------------------------------

/** Makes an empty tree in `bytes` bytes. */
export function mctsInit(tree: usize, bytes: u32): void {
  mcts.initTree(changetype<mcts.Tree>(tree), bytes);
}

/** The weights of a search; see the fields of the tree. */
export function mctsTune(tree: usize, exploration: f64, rave: f64, expandAt: i32): void {
  const t = changetype<mcts.Tree>(tree);
  t.exploration = exploration;
  t.rave = rave;
  t.expandAt = expandAt;
}

export function mctsClear(tree: usize): void {
  mcts.clearTree(changetype<mcts.Tree>(tree));
}

/** Keeps the subtree of this node alone. */
export function mctsMoveRoot(tree: usize, node: usize): void {
  mcts.moveRoot(changetype<mcts.Tree>(tree), changetype<mcts.Node>(node));
}

export function mctsRoot(tree: usize): usize {
  return changetype<usize>(mcts.rootOf(changetype<mcts.Tree>(tree)));
}

export function walkerBytes(): i32 {
  const game = changetype<TheGame>(0);
  return <i32>bytesOfWalker(game.size(), game.maxMoves());
}

/** A thread's walker, by the seed of the search and the thread's number. */
export function walkerInit(walker: usize, record: usize, seed: u32, number: u32): void {
  const w = changetype<Walker>(walker);
  seedWalker(w, seed, number);
  changetype<TheGame>(positionsOf(w)).load(record);
}

export function walkerRun(walker: usize, tree: usize, budget: i32): i32 {
  return simulate<TheGame>(changetype<mcts.Tree>(tree), changetype<Walker>(walker), budget);
}

/** Bytes of a node, then where fields are; the order of MctsField in src/kernel/mcts-tree.ts. */
export function mctsLayout(out: usize): void {
  writeOffset(out, 0, mcts.NODE_BYTES);
  writeOffset(out, 1, offsetof<mcts.Node>('visits'));
  writeOffset(out, 2, offsetof<mcts.Node>('wins'));
  writeOffset(out, 3, offsetof<mcts.Node>('lower'));
  writeOffset(out, 4, offsetof<mcts.Node>('upper'));
  writeOffset(out, 5, offsetof<mcts.Node>('move'));
  writeOffset(out, 6, offsetof<mcts.Node>('children'));
  writeOffset(out, 7, offsetof<mcts.Node>('count'));
  writeOffset(out, 8, offsetof<mcts.Node>('flags'));
  writeOffset(out, 9, offsetof<mcts.Node>('length'));
  writeOffset(out, 10, offsetof<mcts.Tree>('stop'));
  writeOffset(out, 11, offsetof<mcts.Tree>('phase'));
  writeOffset(out, 12, offsetof<mcts.Tree>('simulations'));
  writeOffset(out, 13, offsetof<mcts.Tree>('most'));
  writeOffset(out, 14, offsetof<mcts.Tree>('full'));
  writeOffset(out, 15, offsetof<mcts.Tree>('start'));
  writeOffset(out, 16, offsetof<mcts.Tree>('end'));
  writeOffset(out, 17, offsetof<mcts.Tree>('next'));
  writeOffset(out, 18, offsetof<mcts.Tree>('compared'));
}

// A simulated search as text and as JSON.
import type { Playable } from '../api/games.js';
import type { Simulation } from '../sim/index.js';
import { makeCount, makeRate, makeSeconds, makeValue, roundSeconds } from './numbers.js';
import { linkRows, type PrintedLink } from './sim-link.js';
import { colours, columns } from './terminal.js';

/** The contract with machines: these fields, in this order. */
export function simulationJson(
  { notation, id }: Playable,
  position: string,
  simulation: Simulation,
): object {
  const { value, depth, horizon, processors, profile, seed, seconds, virtualSeconds } = simulation;
  const { speedup, sequential, overheads, counters, algorithm, table, hash } = simulation;
  const { faults, move, line, epochs, failure, settings, mode, selective, limitMs, finding } =
    simulation;
  return {
    value: value ?? null,
    depth,
    horizon,
    processors,
    profile,
    seed,
    seconds: roundSeconds(seconds),
    virtualSeconds,
    speedup: value === undefined ? null : speedup,
    sequential,
    overheads,
    ...(simulation.growth !== undefined && { growth: simulation.growth }),
    counters,
    game: id,
    position,
    algorithm,
    table,
    hash,
    faults,
    move: move === undefined ? null : notation.makeMove(move),
    line: line.map(notation.makeMove),
    epochs,
    simulated: true,
    ...(mode !== undefined && { mode }),
    ...(selective !== undefined && { selective }),
    ...(limitMs !== undefined && { limitMs, found: finding ?? null }),
    ...(simulation.hierarchy !== undefined && { hierarchy: simulation.hierarchy }),
    ...(simulation.flat && { flat: true }),
    ...(settings !== undefined && { settings }),
    ...(failure !== undefined && { failure }),
  };
}

/** The result as text, in which every figure is marked as simulated. */
export function simulationText(
  { notation }: Playable,
  simulation: Simulation,
  link: PrintedLink,
): string {
  const { bold } = colours(process.stdout);
  const { value, depth, counters, sequential, overheads, seconds } = simulation;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const best = simulation.move === undefined ? 'none' : notation.makeMove(simulation.move);
  const shown = value === undefined ? 'none' : makeValue(notation, { value, depth, solved: false });
  const rows = [
    ['best move', bold(best)],
    ['value', `${shown} for the side to move, as in the sequential search`],
    ['line', simulation.line.map(notation.makeMove).join(' ')],
    ['speedup', `${bold(simulation.speedup.toFixed(2))} simulated`],
    ['time', `${makeTime(simulation.virtualSeconds)} simulated, ${makeSeconds(seconds)} real`],
    ['', `${makeTime(sequential.virtualSeconds)} simulated on one processor`],
    ['searched', `${makeCount(counters.nodes)} nodes, ${makeRate(counters.nodes, seconds)} real`],
    ['', `${makeCount(sequential.nodes)} nodes on one processor`],
    ['overhead', `${percent(overheads.total)} in all`],
    ['', `${percent(overheads.search)} search, ${percent(overheads.speculative)} speculative`],
    ['', `${percent(overheads.parallelization)} parallelization`],
    ['', `${percent(overheads.master)} master`],
    ...nodeRows(simulation),
    ...growthRows(simulation),
    ['idle', `${percent(overheads.startIdle)} before the first search of a worker`],
    ['', `${percent(overheads.otherIdle)} later`],
    ['messages', `${makeCount(counters.messages)}, ${makeCount(counters.bytes)} bytes`],
    ...entryRows(simulation),
    ['how', how(simulation)],
    ...linkRows(link),
  ];
  const exact = simulation.mode !== 'play' && value === sequential.value;
  return columns(exact ? rows : rows.filter(([name]) => name !== 'value'));
}

/** Where nodes went that one processor would not have searched, as shares of its nodes. */
function nodeRows({ counters, sequential }: Simulation) {
  const { aheadNodes, usedAheadNodes } = counters;
  const share = (nodes: number) => `${((100 * nodes) / sequential.nodes).toFixed(1)} %`;
  const shares: [number, string][] = [
    [counters.againForWindow, 'again in another window'],
    [counters.againForOwner, 'again by another process'],
    [counters.againForTable, 'again after a break'],
    [counters.catchUpNodes, 'to catch up with new pieces'],
    [counters.abandonedNodes, 'unfinished'],
    [aheadNodes, `ahead, ${share(usedAheadNodes)} of it used`],
    [counters.helpNodes, 'in parts of pieces of others'],
  ];
  const counted = shares.filter(([nodes]) => nodes > 0);
  return counted.map(([nodes, what], i) => [i === 0 ? 'nodes' : '', `${share(nodes)} ${what}`]);
}

/** The two factors of the nodes of finished pieces. */
function growthRows({ growth }: Simulation) {
  if (growth === undefined) return [];
  const { pieces, choice, last } = growth;
  const factor = (ratio: number) => ratio.toFixed(3);
  const ofLast = `${factor(last.growth)} inside ${makeCount(last.pieces)} pieces of the last iteration`;
  return [
    ['growth', `${factor(growth.growth)} inside ${makeCount(pieces)} pieces`],
    ...(last.pieces === 0 ? [] : [['', ofLast]]),
    ['', `${factor(choice)} by the choice of pieces`],
  ];
}

/** Table entries that workers sent each other. */
function entryRows({ table, counters }: Simulation) {
  const { entriesSent, entriesReceived, entriesUsed } = counters;
  if (entriesSent === 0) return [];
  const [sent, taken, used] = [entriesSent, entriesReceived, entriesUsed].map(makeCount);
  // Only a ring counts how its entries were used.
  if (table !== 'ring')
    return [['handed over', `${sent} table entries with parts, ${taken} taken`]];
  return [['ring', `${sent} table entries sent, ${taken} taken, ${used} nodes decided by them`]];
}

/** Virtual time may be microseconds. */
function makeTime(seconds: number): string {
  return seconds >= 1 ? makeSeconds(seconds) : `${(1000 * seconds).toFixed(3)} ms`;
}

function how({ algorithm, processors, depth, profile, table, hash, faults, seed }: Simulation) {
  const world = `profile ${profile}, faults ${faults}, seed ${seed}`;
  const tables = `${hash} MiB ${table} table`;
  return `${algorithm} on ${processors} processors, depth ${depth}, ${tables}, ${world}`;
}

// Seeds of the cluster's simulation: masters, workers and algorithms under faults, thousands of times. A seed that fails
// is printed with the command that replays it. Needs nothing but Node and the built package.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  drawScenario,
  runClusterSeed,
  TREES,
  TreePool,
} from 'plyades/internal/sim/cluster/index.js';
import { badInput, wrong } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const SCRIPT = 'packages/lab/bench/cluster/control-plane.mjs';
const MAX_SEED = 2 ** 31;
/** Seeds of one line of the results. */
const CHUNK = 100;

const help = `Usage: npm run bench -- cluster/control-plane [options]

Simulates a cluster for each seed: workers that join, leave, crash, sleep, lose threads, lack memory and cannot open
games, masters that crash and go on from a checkpoint, a network that loses, doubles, delays and reorders messages and
loses scans, floods of notices, other versions. Every job must end with the sequential value, and everything that was
leased must be freed.

Options:
  --seeds A..B     seeds to run (1..300)
  --seed N         one seed; prints its scenario
  --trace          with --seed: prints every event of the state machines and its effects
  --processes N    processes to use (1)
  --json FILE      write the figures
  --out FILE       append a line of JSON for every ${CHUNK} seeds, and skip those that FILE has
Example:
  $ npm run bench -- cluster/control-plane --seeds 1..20000 --processes 16 --out seeds.jsonl`;

const options = {
  seeds: { type: 'string', default: '1..300' },
  seed: { type: 'string' },
  trace: { type: 'boolean', default: false },
  processes: { type: 'string', default: '1' },
  out: { type: 'string' },
  // For the processes that this one starts.
  serve: { type: 'boolean', default: false },
};

async function run(values) {
  if (values.serve) return serve();
  if (values.seed !== undefined) {
    const seed = integer(values, 'seed', 0, MAX_SEED);
    return replay(seed, values.trace);
  }
  const range = parseRange(values.seeds);
  const done = values.out === undefined ? [] : readResults(values.out);
  const wanted = chunksOf(range);
  const isOf = (result, [from, to]) => result.from === from && result.to === to;
  const results = wanted.flatMap((chunk) => done.find((result) => isOf(result, chunk)) ?? []);
  const chunks = wanted.filter((chunk) => !results.some((result) => isOf(result, chunk)));
  for (const { failed } of results) failed.forEach(print);
  const onResult = (result) => {
    results.push(result);
    result.failed.forEach(print);
    if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(result)}\n`);
    const seeds = results.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    process.stderr.write(`\r${seeds} of ${range[1] - range[0] + 1} seeds`);
  };
  await share(chunks, integer(values, 'processes', 1, 1024), onResult);
  process.stderr.write('\n');
  return summarise(results);
}

/** One seed in this process. */
async function replay(seed, isTraced) {
  const trees = await TreePool.open();
  console.log(JSON.stringify(drawScenario(seed, TREES), undefined, 2));
  const onTrace = isTraced ? (line) => console.log(line) : undefined;
  const { violations, ms, events, digest } = runClusterSeed(seed, trees, { onTrace });
  console.log(`seed ${seed}: ${ms.toFixed(0)} virtual ms, ${events} events, digest ${digest}`);
  if (violations.length > 0) throw wrong(`seed ${seed}: ${violations.join('; ')}`);
  return { seed, ms, events };
}

function parseRange(text) {
  const match = /^(\d+)\.\.(\d+)$/.exec(text);
  const [from, to] = match ? [Number(match[1]), Number(match[2])] : [1, 0];
  if (!(from <= to && to <= MAX_SEED)) {
    throw badInput(`--seeds ${text}: expected A..B with A <= B <= ${MAX_SEED}`);
  }
  return [from, to];
}

/** Chunks begin at the same seeds for every range, so that results of other ranges are known again. */
function chunksOf([from, to]) {
  const chunks = [];
  for (let begin = from; begin <= to; ) {
    const end = Math.min(to, begin + CHUNK - 1 - ((begin - 1 + CHUNK) % CHUNK));
    chunks.push([begin, end]);
    begin = end + 1;
  }
  return chunks;
}

function readResults(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const result = JSON.parse(line);
        return Number.isInteger(result.from) && Array.isArray(result.failed) ? [result] : [];
      } catch {
        // The last line of a run that was killed may be half a line.
        return [];
      }
    });
}

function runChunk(trees, [from, to]) {
  const before = process.cpuUsage();
  const failed = [];
  let [events, ms] = [0, 0];
  for (let seed = from; seed <= to; seed++) {
    const outcome = runSeed(trees, seed);
    events += outcome.events;
    ms += outcome.ms;
    if (outcome.violations.length > 0) failed.push({ seed, violations: outcome.violations });
  }
  const { user, system } = process.cpuUsage(before);
  return { from, to, failed, events, virtualSeconds: ms / 1000, cpuSeconds: (user + system) / 1e6 };
}

function runSeed(trees, seed) {
  try {
    return runClusterSeed(seed, trees);
  } catch (error) {
    return { violations: [`exception: ${error.stack}`], events: 0, ms: 0 };
  }
}

/** Runs chunks in this process, or in as many others; a process gets its next chunk when it has done one. */
async function share(chunks, processes, onResult) {
  if (processes === 1) {
    const trees = await TreePool.open();
    for (const chunk of chunks) onResult(runChunk(trees, chunk));
    return;
  }
  const waiting = [...chunks].reverse();
  const count = Math.min(processes, chunks.length);
  await Promise.all(Array.from({ length: count }, () => runChild(waiting, onResult)));
}

function runChild(waiting, onResult) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve'], { stdio });
    const next = () => {
      const chunk = waiting.pop();
      if (chunk === undefined) child.disconnect();
      else child.send(chunk);
    };
    child.on('message', (result) => {
      onResult(result);
      next();
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(wrong(`a process ended with code ${code}`));
    });
    next();
  });
}

/** A process that runs the chunks that its parent sends. */
async function serve() {
  const trees = await TreePool.open();
  process.on('message', (chunk) => process.send(runChunk(trees, chunk)));
  await new Promise((resolve) => process.once('disconnect', resolve));
}

function print({ seed, violations }) {
  console.log(`seed ${seed} fails: ${violations.join('; ')}`);
  console.log(`  replay: node ${SCRIPT} --trace --seed ${seed}`);
}

function summarise(results) {
  const sum = (of) => results.reduce((total, result) => total + of(result), 0);
  const figures = {
    seeds: sum(({ from, to }) => to - from + 1),
    failed: sum(({ failed }) => failed.length),
    events: sum(({ events }) => events),
    virtualSeconds: Math.round(sum(({ virtualSeconds }) => virtualSeconds)),
    cpuSeconds: Math.round(sum(({ cpuSeconds }) => cpuSeconds)),
  };
  console.log(JSON.stringify(figures));
  if (figures.failed > 0) throw wrong(`${figures.failed} of ${figures.seeds} seeds fail`);
  return figures;
}

await runBench('cluster/control-plane', { help, options, run });

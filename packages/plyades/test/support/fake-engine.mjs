// An engine that misbehaves on purpose. Without a habit it is a good one: it speaks UCI or USI, and plays the
// first of the moves it may search, or those it was given, one after the other.
//
//   node fake-engine.mjs [--usi] [--move e2e4[,e7e5...]] [--log FILE] [--received FILE] [HABIT...]
//
// Habits are named where they are looked up. --log writes each start to a file, so that tests can count them;
// --received each line that it has received and answered, so that tests can wait for that.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const args = process.argv.slice(2);
const argument = (name, otherwise) =>
  args.includes(name) ? args[args.indexOf(name) + 1] : otherwise;
const has = (habit) => args.includes(habit);
const usi = has('--usi');
/** One for each search, the last one for all that follow. */
const moves = argument('--move', usi ? '7g7f' : 'e2e4').split(',');
const log = argument('--log');
const received = argument('--received');
const starts = log ? started(log) : 1;

function started(file) {
  appendFileSync(file, `${process.pid}\n`);
  return countLines(file);
}

function countLines(file) {
  return readFileSync(file, 'utf8').trim().split('\n').length;
}

const say = (line) => process.stdout.write(`${line}\n`);

function note(line) {
  if (received) appendFileSync(received, `${line}\n`);
}

// Ends, and leaves a process behind that writes for it some seconds later.
if (has('--words-after')) {
  const script = `sleep ${argument('--words-after')}; echo 'cannot find my network file' >&2`;
  spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'ignore', 'inherit'] }).unref();
  process.exit(3);
}
if (has('exits-at-once')) {
  process.stderr.write('cannot find my network file\n');
  process.exit(3);
}
if (has('fails-first') && starts === 1) process.exit(1);
if (has('ignores-the-end')) {
  setInterval(() => {}, 1000);
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => {});
}

let searchMoves = [];
let searching = false;
let searches = 0;

const given = () => moves[Math.min(Math.max(searches, 1), moves.length) - 1];

function answer() {
  searching = false;
  if (has('illegal-move')) say('bestmove e2e5');
  else if (has('no-such-move')) say('bestmove banana');
  else if (has('no-move')) say('bestmove (none)');
  else if (has('resigns')) say('bestmove resign');
  else if (has('ignores-searchmoves')) say(`bestmove ${given()}`);
  else say(`bestmove ${searchMoves[0] ?? given()}`);
  if (has('answers-twice')) say('bestmove d2d4');
}

function go(line) {
  const words = line.split(' ');
  const at = words.indexOf('searchmoves');
  searchMoves = at < 0 ? [] : words.slice(at + 1);
  searching = true;
  searches++;
  const best = searchMoves[0] ?? given();
  const second = has('crashes-second') && searches === 2;
  if (has('crashes') || second || (has('crashes-first') && starts === 1)) {
    process.stderr.write('segmentation fault\n');
    process.kill(process.pid, 'SIGSEGV');
    return;
  }
  if (has('endless-line')) return void endless('x'.repeat(1 << 16));
  if (has('flood')) return void endless('info string nonsense\n'.repeat(4000));
  if (has('no-newline')) return void process.stdout.write(`bestmove ${best}`);
  if (has('hangs')) {
    note(line);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  if (has('never-answers')) return;
  if (has('illegal-line')) say(`info depth 1 score cp 10 nodes 20 pv ${best} a1a8 e7e5`);
  else say(`info depth 1 score cp 12 lowerbound nodes 19 pv ${best}`);
  say(`info depth 2 seldepth 3 score cp 10 nodes 20 nps 1000 pv ${best}`);
  if (words.includes('infinite') || words.includes('ponder')) return;
  answer();
}

function endless(text) {
  if (process.stdout.write(text)) setImmediate(endless, text);
  else process.stdout.once('drain', () => endless(text));
}

function hello() {
  if (has('mute')) return;
  if (has('not-an-engine')) return void say('command not found');
  say('id name Fake 1.0');
  say('id author nobody');
  say('option name Hash type spin default 16 min 1 max 1024');
  say('option name MultiPV type spin default 1 min 1 max 5');
  say('option name Style type combo default Solid var Solid var Risky');
  say('option name Clear Hash type button');
  if (!has('no-uciok')) say(usi ? 'usiok' : 'uciok');
}

const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
  const [word] = line.split(' ');
  if (has('echoes')) say(`info string received ${line}`);
  if (word === (usi ? 'usi' : 'uci')) hello();
  else if (word === 'isready' && !(has('never-ready') || (has('deaf') && searching)))
    say('readyok');
  else if (word === 'go') go(line);
  else if ((word === 'stop' || word === 'ponderhit') && searching && !has('never-answers'))
    answer();
  else if (word === 'quit' && !has('ignores-the-end')) process.exit(0);
  note(line);
});
input.on('close', () => {
  if (!has('ignores-the-end')) process.exit(0);
});

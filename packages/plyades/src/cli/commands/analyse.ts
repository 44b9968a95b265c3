// `plyades analyse`: comments every move of the games of a file.
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { loadGame } from '../../api/index.js';
import { quotePath } from '../../core/errors.js';
import { findEngine, startEngine } from '../../engines/index.js';
import { parsePgn } from '../../games/chess/index.js';
import {
  chessRules,
  commentGame,
  judgeGame,
  type MoveJudgement,
  readLineFile,
} from '../../match/index.js';
import { exitCodes, Refusal } from '../exit.js';
import { fileRefusal, isFileError, readText, usingFile } from '../files.js';
import { catchInterrupt } from '../interrupt.js';
import { integerOption, MAX_TIME } from '../options.js';
import { beginProgress } from '../progress.js';
import { note, print, printJson } from '../terminal.js';

const DEFAULT_TIME = 1000;

const EXAMPLES = `
Every move gets the value after it, from the side that made it, and the depth behind it: {+0.35/21}. A move that
gives away half a pawn, a pawn or three is marked ?!, ? or ??, with the line that was better. A game that cannot
be read is named, and the others are analysed.

What is found is kept in OUT.part, move by move: Ctrl-C stops an analysis, the same command goes on. OUT itself is
written at the end, and OUT.part goes.

With --json the last line of stdout is one object: games, refused, moves, out, engine

Examples:
  $ plyades analyse game.pgn --time 1000 --out commented.pgn
  $ plyades analyse games.pgn --engine "plyades gpp --engine stockfish --workers 4" --time 5000 --out commented.pgn
  $ plyades analyse games.pgn --engine plyades --nodes 100000 --out commented.pgn`;

interface Flags {
  readonly engine: string;
  readonly time?: number;
  readonly nodes?: number;
  readonly hash?: number;
  readonly out: string;
  readonly json?: boolean;
}

export function analyseCommand(): Command {
  return new Command('analyse')
    .description('annotate the games of a PGN file with an engine')
    .argument('<file>', 'games of chess in PGN')
    .option('--engine <name>', "a program, or 'plyades', our own engine", 'stockfish')
    .addOption(
      integerOption(
        '--time <ms>',
        `milliseconds a move (${DEFAULT_TIME} if neither is given)`,
        1,
        MAX_TIME,
      ),
    )
    .addOption(integerOption('--nodes <number>', 'nodes a move', 1, 1e12))
    .addOption(integerOption('--hash <MiB>', "the engine's table", 1, 65_536))
    .requiredOption('-o, --out <file>', 'where the commented games go')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

/** A line of OUT.part: what was found, or, the first one, what was asked. */
interface Kept extends MoveJudgement {
  readonly game: number;
  readonly ply: number;
}

async function run(path: string, flags: Flags): Promise<void> {
  const { engine: name, time, nodes, hash, out, json } = flags;
  if (time !== undefined && nodes !== undefined) {
    throw new Refusal('ERR_OPTION', 'a move has nodes or time, not both', { where: '--nodes' });
  }
  const loaded = await loadGame('chess');
  const games = parsePgn(chessRules(loaded), await readText('FILE', path));
  if (games.length === 0)
    throw new Refusal('ERR_VALUE', `${quotePath(path)} has no game`, { where: 'FILE' });
  for (const game of games) if (!game.ok) note(`${path}: ${game.error.message}; left out`);
  const limit = nodes === undefined ? { ms: time ?? DEFAULT_TIME } : { nodes };
  const part = `${out}.part`;
  const settings = { file: path, engine: name, ...limit };
  const known = await usingFile('--out', out, () => readPart(part, settings));
  const engine = await startEngine({
    ...findEngine(name, 'chess'),
    game: 'chess',
    ...(hash !== undefined && { options: { Hash: hash } }),
  });
  const { signal } = catchInterrupt();
  const abort = () => engine.stop();
  signal.addEventListener('abort', abort);
  const line = await beginProgress();
  const texts: string[] = [];
  let moves = 0;
  try {
    for (const [i, game] of games.entries()) {
      if (!game.ok || signal.aborted) continue;
      await engine.newGame();
      const total = game.value.moves.length;
      const judgements = await judgeGame(game.value, {
        game: loaded,
        engine,
        limit,
        signal,
        known: (ply) => known.get(`${i} ${ply}`),
        onMove(ply, judgement) {
          // A search that Ctrl-C has cut short is not what was asked for.
          if (signal.aborted) return;
          appendFileSync(part, `${JSON.stringify({ game: i, ply, ...judgement })}\n`);
          line.show(() => `game ${i + 1} of ${games.length}, ply ${ply} of ${total}`);
        },
      });
      moves += total;
      texts.push(commentGame(loaded, game.value, judgements, engine.name));
    }
  } catch (error) {
    if (!signal.aborted) throw isFileError(error) ? fileRefusal('--out', out, error) : error;
  } finally {
    line.end();
    await engine.close();
  }
  if (signal.aborted) {
    note(`interrupted: what was found is in ${part}; the same command goes on`);
    process.exitCode = exitCodes.interrupted;
    return;
  }
  await usingFile('--out', out, () => {
    writeFileSync(out, texts.join('\n'));
    rmSync(part, { force: true });
  });
  const refused = games.length - texts.length;
  if (json) printJson({ games: texts.length, refused, moves, out, engine: engine.name });
  else print(`${texts.length} games, ${moves} moves, by ${engine.name}: ${out}`);
}

/** The results of an earlier call; those of a call with other settings are not used. */
function readPart(path: string, settings: object): Map<string, MoveJudgement> {
  const head = JSON.stringify(settings);
  const file = readLineFile(path);
  if (file.head !== head) {
    writeFileSync(path, `${head}\n`);
    return new Map();
  }
  if (file.repaired !== undefined) writeFileSync(path, file.repaired);
  return new Map(
    file.lines.map((line) => {
      const { game, ply, ...judgement } = JSON.parse(line) as Kept;
      return [`${game} ${ply}`, judgement];
    }),
  );
}

// Live analysis of the position that is looked at: several lines, deeper and deeper, on worker threads. Another position
// stops the search under way. One analyst lives at a time and keeps its table from position to position.
import { effect, signal } from '@preact/signals';
import {
  type Analysis,
  type Analyst,
  analyst,
  chooseAlgorithm,
  isGameName,
  type LoadedGame,
  type Position,
  type SearchLine,
} from 'plyades';
import { notifyError } from '../ui/notices.js';
import { noteEvaluation } from './evaluations.js';
import { type GameOnBoard, lineTo, positionAt } from './game-on-board.js';
import { isThinking } from './opponent.js';
import { ending, played } from './session.js';
import { isAnalysing, lineCount, usedThreads } from './settings.js';

/** What is known about the position that is looked at. */
export interface LiveAnalysis {
  readonly position: Position;
  readonly turn: 0 | 1;
  readonly found: Analysis;
  /** True while the search goes on. */
  readonly isRunning: boolean;
}

export const liveAnalysis = signal<LiveAnalysis | undefined>(undefined);

/** The lines of an analysis, the best one first, each with what its value counts. */
export function linesOf(found: Analysis) {
  const { certainty } = found;
  return [found, ...found.others]
    .filter(({ move }) => move !== undefined)
    .map((line) => ({ ...line, certainty }));
}

/** A move that the reader asked for. */
export const hint = signal<{ readonly position: Position; readonly move: number } | undefined>(
  undefined,
);
export const isHinting = signal(false);

/** A hint was asked for before the analysis had found anything. */
let hintWanted: Position | undefined;

const HINT_MS = 1000;

/** Plies of a line that are shown. */
const LINE_PLIES = 24;

interface OpenAnalyst {
  readonly key: string;
  readonly analyst: Promise<Analyst>;
}

let current: OpenAnalyst | undefined;

/** Algorithms whose threads all search the root, and can be asked for several lines. */
const rootSearches = ['abdada', 'lazy-smp'] as const;

function makeAnalyst(game: string, workers: number): Promise<Analyst> {
  if (!isGameName(game)) return analyst(game, { workers });
  const best = chooseAlgorithm({ game, mode: 'play', workers });
  const algorithm = rootSearches.find((each) => each === best) ?? 'lazy-smp';
  return analyst(game, { workers, algorithm });
}

function analystFor(game: string): Promise<Analyst> {
  const workers = usedThreads();
  const key = `${game} ${workers}`;
  if (current?.key !== key) {
    closeAnalyst();
    current = { key, analyst: makeAnalyst(game, workers) };
    current.analyst.catch(() => {
      current = undefined;
    });
  }
  return current.analyst;
}

/** Ends the threads of the analysis. */
export function closeAnalyst(): void {
  const closing = current;
  current = undefined;
  closing?.analyst.then((each) => each.close()).catch(() => {});
}

/** An analyst for other purposes, to be closed by its owner. */
export const openAnalyst = (game: LoadedGame, workers: number): Promise<Analyst> =>
  makeAnalyst(game.id, workers);

/** Analyses while it is asked for, until the function that is returned is called. */
export function startAnalysis(): () => void {
  return effect(() => {
    const now = played.value;
    const lines = lineCount.value;
    usedThreads();
    const isOn = isAnalysing.value && !isThinking.value && ending.value === undefined;
    if (now === undefined || !isOn) {
      if (!isAnalysing.value || ending.value !== undefined) liveAnalysis.value = undefined;
      return undefined;
    }
    const stop = new AbortController();
    void analyse(now, lines, stop.signal);
    return () => stop.abort();
  });
}

async function analyse(now: GameOnBoard, lines: number, signal: AbortSignal): Promise<void> {
  const position = positionAt(now);
  const turn = now.game.turn(position);
  const show = (found: Analysis, isRunning: boolean, search: Analyst) => {
    if (signal.aborted) return;
    liveAnalysis.value = { position, turn, found: withLines(search, position, found), isRunning };
    if (hintWanted === position && found.move !== undefined && found.depth > 0) {
      hintWanted = undefined;
      hint.value = { position, move: found.move };
    }
    noteEvaluation(now.game, position, found);
  };
  if (liveAnalysis.peek()?.position !== position) liveAnalysis.value = undefined;
  try {
    const search = await analystFor(now.game.id);
    if (signal.aborted) return;
    const count = Math.min(lines, now.game.legalMoves(position).length);
    const found = await search.analyse(position, {
      before: lineTo(now).slice(0, -1),
      lines: Math.max(1, count),
      signal,
      onProgress: (each) => show(each, true, search),
    });
    show(found, false, search);
  } catch (error) {
    if (!signal.aborted) {
      isAnalysing.value = false;
      notifyError(error);
    }
  }
}

/** Lines that a table cut short go on as the table knows them, where this thread can see it. */
function withLines(search: Analyst, position: Position, found: Analysis): Analysis {
  const longer = <L extends SearchLine>(each: L): L =>
    each.line.length === 0
      ? each
      : { ...each, line: search.lengthen(position, each.line, Math.min(each.depth, LINE_PLIES)) };
  return { ...longer(found), others: found.others.map(longer) };
}

/** Finds a good move and marks it. */
export async function giveHint(): Promise<void> {
  const now = played.peek();
  if (now === undefined || ending.peek() !== undefined || isHinting.peek()) return;
  const position = positionAt(now);
  const known = liveAnalysis.peek();
  if (known?.position === position && known.found.move !== undefined && known.found.depth > 0) {
    hint.value = { position, move: known.found.move };
    return;
  }
  if (isAnalysing.peek() && !isThinking.peek()) {
    hintWanted = position;
    return;
  }
  isHinting.value = true;
  try {
    const search = await analystFor(now.game.id);
    const found = await search.analyse(position, {
      before: lineTo(now).slice(0, -1),
      ms: HINT_MS,
    });
    if (played.peek() === now && found.move !== undefined) {
      hint.value = { position, move: found.move };
    }
  } catch (error) {
    notifyError(error);
  } finally {
    isHinting.value = false;
  }
}

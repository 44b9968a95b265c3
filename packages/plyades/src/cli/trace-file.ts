// `--trace FILE` of `sim`, `search` and `gpp`: the trace of a run as a file, in the format that its name ends with. What
// cannot be written is refused before the run begins.
import { extname } from 'node:path';
import { quotePath } from '../core/errors.js';
import { unwrap } from '../core/result.js';
import {
  MAX_JSON_PROCESSES,
  makePerfetto,
  makeTrace,
  makeTraceJson,
  type TraceLog,
} from '../trace/index.js';
import { Refusal } from './exit.js';
import { checkWritable, writeWhole } from './proof-files.js';

const WHERE = '--trace';

const formats: Readonly<Record<string, (log: TraceLog) => Uint8Array>> = {
  '.plytrace': makeTrace,
  '.pftrace': makePerfetto,
  '.json': (log) => new TextEncoder().encode(unwrap(makeTraceJson(log))),
};

/** A trace that is written when its run is over. */
export interface TraceFile {
  readonly options: { readonly trace: (log: TraceLog) => void };
  write(): Promise<void>;
  /** Replaces the file with another trace. */
  save(log: TraceLog): Promise<void>;
}

/** Nothing is written and no trace is asked for when no file is given. */
const NO_FILE = { options: {}, write: async () => {}, save: async () => {} } as const;

/** Refuses a file that cannot be written, or whose name ends with no format. */
export async function openTraceFile(
  file: string | undefined,
  processors: number,
): Promise<TraceFile | typeof NO_FILE> {
  if (file === undefined) return NO_FILE;
  const ending = extname(file).toLowerCase();
  const make = formats[ending];
  if (make === undefined) {
    const expected = 'expected a name that ends with .plytrace, .pftrace (Perfetto) or .json';
    throw new Refusal('ERR_VALUE', `${quotePath(file)} is refused: ${expected}`, { where: WHERE });
  }
  if (ending === '.json' && processors > MAX_JSON_PROCESSES) {
    const message = `JSON holds at most ${MAX_JSON_PROCESSES} processors, not ${processors}`;
    throw new Refusal('ERR_LIMIT', message, { where: WHERE, advice: 'write a .pftrace file' });
  }
  await checkWritable(file, WHERE);
  const save = (log: TraceLog) => writeWhole(file, make(log), WHERE);
  let log: TraceLog | undefined;
  return {
    save,
    options: {
      trace(growing) {
        log = growing;
      },
    },
    async write() {
      if (log !== undefined) await save(log);
    },
  };
}

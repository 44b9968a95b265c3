// The messages between an engine host and a user of one of its engines. A session is one engine for one user: its
// key is known to both alone, lines travel in numbered batches, and a missing batch or silence ends it. Then the
// user's supervisor begins another one, here or elsewhere.
import {
  choice,
  integer,
  list,
  number,
  printableText,
  record,
  text,
  type ValueOf,
  variants,
} from '../core/schema.js';

/** The name under which engine hosts are found by NATS's service API. */
export const ENGINE_SERVICE = 'plyades-engine';

/** How often each side tells that it lives, and the silence after which the other is given up. */
export const BEAT_MS = 1000;
export const SILENCE_MS = 6000;

const MAX_LINES = 1000;
const line = text(100_000, /^[^\r\n]*$/);
const key = text(32, /^[0-9a-f]{32}$/);
const serial = integer(0, Number.MAX_SAFE_INTEGER);

/** Asks for an engine; `engine` is empty for any of the game. */
export const engineSessionRequest = record({
  protocol: integer(0, 1e6),
  game: choice(['chess', 'shogi']),
  engine: text(200),
  key,
});
export type EngineSessionRequest = ValueOf<typeof engineSessionRequest>;

export const engineSessionReply = variants({
  open: record({ engine: printableText(200), speed: number(0, 1e12) }),
  busy: record({}),
  refused: record({ reason: printableText(500) }),
});
export type EngineSessionReply = ValueOf<typeof engineSessionReply>;

/** Lines for the engine; none say that the user lives. */
export const engineSessionCommand = variants({
  say: record({ key, serial, lines: list(line, MAX_LINES) }),
  end: record({ key }),
});
export type EngineSessionCommand = ValueOf<typeof engineSessionCommand>;

/** Lines of the engine; none say that the host lives. */
export const engineSessionNotice = variants({
  said: record({ serial, lines: list(line, MAX_LINES) }),
  ended: record({ reason: printableText(500) }),
});
export type EngineSessionNotice = ValueOf<typeof engineSessionNotice>;

/**
 * Options that a user may set; all others, such as the names of files, belong to the host. Sizes of tables are
 * cut to what the host allows, and the number of threads is the host's.
 */
const FREE_OPTIONS =
  /^(MultiPV|Ponder|USI_Ponder|Clear Hash|UCI_AnalyseMode|UCI_Chess960|UCI_ShowWDL|Move Overhead|NetworkDelay)$/i;
const HASH_OPTION = /^(USI_)?Hash$/i;
const COMMANDS =
  /^(uci|usi|isready|ucinewgame|usinewgame|position|go|stop|ponderhit|gameover|quit|hash)\b/;

/** The part of a user's line that reaches the engine; undefined when users may not send it. */
export function allowedLine(words: string, maxHash: number): string | undefined {
  if (COMMANDS.test(words)) return words;
  const option = /^setoption\s+name\s+(.+?)(?:\s+value\s+(.*))?$/.exec(words);
  if (option === null) return undefined;
  const [, name = '', value] = option;
  if (FREE_OPTIONS.test(name)) return words;
  if (!HASH_OPTION.test(name)) return undefined;
  const wanted = Number(value);
  if (!Number.isInteger(wanted) || wanted < 1) return undefined;
  return `setoption name ${name} value ${Math.min(wanted, maxHash)}`;
}

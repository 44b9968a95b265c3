// What an engine host and whoever uses one of its engines say to each other. A session is one engine for one user: its
// key is known to both alone, lines travel in numbered batches, and a missing batch or silence ends it. Then the
// user's supervisor begins another one, here or elsewhere.
import {
  type Checked,
  list,
  object,
  oneOf,
  real,
  text,
  variants,
  whole,
  words,
} from '../../hosts/nats/json.js';

/** The name under which engine hosts are found by NATS's service API. */
export const ENGINE_SERVICE = 'plyades-engine';

/** How often each side tells that it lives, and the silence after which the other is given up. */
export const BEAT_MS = 1000;
export const SILENCE_MS = 6000;

const MAX_LINES = 1000;
const line = text(100_000, /^[^\r\n]*$/);
const key = text(32, /^[0-9a-f]{32}$/);
const serial = whole(0, Number.MAX_SAFE_INTEGER);

/** Asks for an engine; `engine` is empty for any of the game. */
export const engineSessionRequest = object({
  protocol: whole(0, 1e6),
  game: oneOf('chess', 'shogi'),
  engine: text(200),
  key,
});
export type EngineSessionRequest = Checked<typeof engineSessionRequest>;

export const engineSessionReply = variants({
  open: object({ engine: words(200), speed: real(0, 1e12) }),
  busy: object({}),
  refused: object({ reason: words(500) }),
});
export type EngineSessionReply = Checked<typeof engineSessionReply>;

/** Lines for the engine; none say that the user lives. */
export const engineSessionCommand = variants({
  say: object({ key, serial, lines: list(line, MAX_LINES) }),
  end: object({ key }),
});
export type EngineSessionCommand = Checked<typeof engineSessionCommand>;

/** Lines of the engine; none say that the host lives. */
export const engineSessionNotice = variants({
  said: object({ serial, lines: list(line, MAX_LINES) }),
  ended: object({ reason: words(500) }),
});
export type EngineSessionNotice = Checked<typeof engineSessionNotice>;

/**
 * Options that a user may set; all others, such as the names of files, are the host's own affair. Sizes of tables are
 * cut to what the host allows, and the number of threads is the host's.
 */
const FREE_OPTIONS =
  /^(MultiPV|Ponder|USI_Ponder|Clear Hash|UCI_AnalyseMode|UCI_Chess960|UCI_ShowWDL|Move Overhead|NetworkDelay)$/i;
const HASH_OPTION = /^(USI_)?Hash$/i;
const COMMANDS =
  /^(uci|usi|isready|ucinewgame|usinewgame|position|go|stop|ponderhit|gameover|quit|hash)\b/;

/** What of a user's line reaches the engine; undefined when it is not for users to say. */
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

// Finds a game in plain TypeScript by the address of its module: what a worker thread or the command
// line is given instead of a name.
import { PlyadesError } from '../../core/errors.js';
import { checkAddress } from './address.js';
import { isPlainGame, type PlainGame } from './define.js';

/** True when the module has started a search, which its own thread refused (hosts/threads/port.ts). */
const isNestedStart = (cause: unknown): cause is Error =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE';

/**
 * Imports the module and returns its game; throws a PlyadesError with ERR_GAME when it has none, or is none of
 * this machine's.
 */
export async function importGame(url: string, exportName = 'default'): Promise<PlainGame> {
  checkAddress(url);
  let module: Record<string, unknown>;
  try {
    module = await import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ url
    );
  } catch (cause) {
    if (isNestedStart(cause)) throw new PlyadesError('ERR_MODULE', cause.message, { cause });
    const [reason] = String(cause instanceof Error ? cause.message : cause).split('\n');
    const message = `${url} cannot be imported: ${reason}${adviceFor(url, reason!)}`;
    throw new PlyadesError('ERR_GAME', message, { cause });
  }
  const game = module[exportName];
  if (!isPlainGame(game)) {
    const message = `${url} has no game: its export '${exportName}' was not made by defineGame`;
    throw new PlyadesError('ERR_GAME', message);
  }
  return game;
}

/** What helps when a module cannot be imported. */
function adviceFor(url: string, reason: string): string {
  if (url.endsWith('ts'))
    return '; compile it to JavaScript first (tsc), this Node reads no TypeScript';
  // A bundler has put the game into the file of the page, which needs a page.
  if (/\b(?:document|window) is not defined/.test(reason))
    return "; in a bundle give the bot a `worker` whose file calls serveGame(game) of 'plyades/worker'";
  return '';
}

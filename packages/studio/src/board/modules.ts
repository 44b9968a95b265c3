// Games in plain TypeScript as modules: those that the server offers because the user named them on the command line, and
// files that the reader opens. Opening a module runs its code, in the page and in workers.
import { loadGame } from 'plyades';
import { type ModuleGame, moduleGames } from './games.js';
import { MAX_MODULE_BYTES, prepareModule } from './module-source.js';

/** Resolves when the games of the server are known. */
export const modulesReady: Promise<void> = findServedGames();

/** `studio.json` beside the page names games; hosts of plain files have none. */
async function findServedGames(): Promise<void> {
  try {
    const response = await fetch(new URL('studio.json', document.baseURI));
    if (!response.ok) return;
    const { games } = (await response.json()) as { games?: unknown };
    if (!Array.isArray(games)) return;
    for (const each of games.slice(0, 100)) {
      const { name, url } = (each ?? {}) as Record<string, unknown>;
      if (typeof name !== 'string' || typeof url !== 'string' || !url.startsWith('game/')) continue;
      add({ name, title: name, url: new URL(url, document.baseURI).href, isOpened: false });
    }
  } catch {
    // A host that answers with a page of its own has no games.
  }
}

function add(game: ModuleGame): ModuleGame {
  const others = moduleGames.peek().filter(({ url }) => url !== game.url);
  let name = game.name;
  for (let i = 2; others.some((each) => each.name === name); i++) name = `${game.name}-${i}`;
  const named = { ...game, name };
  moduleGames.value = [...others, named];
  return named;
}

/** Milliseconds that a module may take to load and to list the first moves. */
const MODULE_PATIENCE_MS = 5000;

/** Runs a module in a worker first, so that code without an end cannot stop the page. Other errors show up later. */
async function tryInWorker(url: string): Promise<void> {
  const program = `
    import(${JSON.stringify(url)})
      .then(({ default: game }) => game.moves(game.start()))
      .catch(() => {})
      .finally(() => postMessage('ended'));`;
  const address = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
  const worker = new Worker(address, { type: 'module' });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.onmessage = () => resolve();
      worker.onerror = () => resolve();
      const seconds = MODULE_PATIENCE_MS / 1000;
      const late = new Error(`it did not list its first moves within ${seconds} seconds`);
      setTimeout(() => reject(late), MODULE_PATIENCE_MS);
    });
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}

/** Opens a file as a game, which runs it. Throws an Error with one clear message when that fails. */
export async function openModule(file: File): Promise<ModuleGame> {
  if (file.size > MAX_MODULE_BYTES) {
    throw new Error(
      `${file.name} has ${file.size} bytes. A game's module has at most ${MAX_MODULE_BYTES}.`,
    );
  }
  const library = new URL('browser/index.js', document.baseURI).href;
  const prepared = prepareModule(await file.text(), file.name, library);
  if (!prepared.ok) throw new Error(prepared.message);
  const blob = new Blob([prepared.source], { type: 'text/javascript' });
  const url = URL.createObjectURL(blob);
  try {
    await tryInWorker(url);
    const { notation, legalMoves } = await loadGame(url);
    // Rules that fail at once would fail in a worker later, where it is harder to see why.
    legalMoves(notation.start());
    const name = file.name.replace(/\.m?js$/, '');
    const title = notation.title === url ? name : notation.title;
    return add({ name, url, title, isOpened: true });
  } catch (error) {
    URL.revokeObjectURL(url);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file.name} is no game: ${reason.replaceAll(url, file.name)}`);
  }
}

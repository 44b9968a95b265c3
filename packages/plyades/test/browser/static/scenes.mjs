// What the page does with the bundled library, which may come from another origin: ?library=http://...
const library = new URLSearchParams(location.search).get('library') ?? '/';
const { bot, closeAll, configure, search } = await import(`${library}dist/browser/index.js`);
const { default: game } = await import('./game.mjs');
const { default: urlGame } = await import('./url-game.mjs');

const worker = () => new Worker(new URL('./game.worker.mjs', import.meta.url), { type: 'module' });

async function play(subject, options, limits = { depth: 9 }) {
  const ai = await bot(subject, options);
  const moves = [];
  let state = subject.start();
  while (subject.winner(state) === undefined) {
    const { move } = await ai.move(state, limits);
    moves.push(move);
    state = subject.play(state, move);
  }
  await ai.close();
  return { moves, winner: subject.winner(state) };
}

const codeOf = (error) => error.code ?? String(error);

globalThis.scenes = {
  served: () => play(game, { worker, workers: 1 }),
  servedByTwo: () => play(game, { worker, workers: 2 }),
  byUrl: () => play(urlGame, { workers: 1 }),
  withoutEither: () => bot(game).then(() => 'no error', codeOf),

  async kernel() {
    const position = { game: 'othello', depth: 6, mode: 'exact', hash: 4 };
    const { value, depth } = await search(position).result;
    await closeAll();
    return { value, depth };
  },

  async deterministic() {
    const options = { algorithm: 'aphid', deterministic: true, workers: 2, hash: 1 };
    const { value } = await search({ game: 'tic-tac-toe', depth: 9, ...options }).result;
    await closeAll();
    return value;
  },

  cluster: () =>
    search({ game: 'othello', depth: 3, cluster: { server: 'nats://localhost' } }).result.then(
      () => 'no error',
      codeOf,
    ),

  /** A worker and kernels at other addresses than beside the library. */
  async configured(folder) {
    const asked = [];
    configure({
      workerUrl: new URL('dist/browser/worker.js', folder),
      wasm: (file) => {
        asked.push(file);
        return new URL(`dist/wasm/${file}`, folder);
      },
    });
    const { value } = await search({ game: 'tic-tac-toe', depth: 9 }).result;
    await closeAll();
    return { value, asked };
  },

  /** Ends a bot in the middle of its thinking. */
  async closed() {
    const ai = await bot(game, { worker, workers: 1 });
    const thinking = ai.analyse(game.start()).result.then(() => 'no error', codeOf);
    await ai.close();
    return thinking;
  },

  async aborted() {
    const ai = await bot('othello', { workers: 1, hash: 1 });
    const controller = new AbortController();
    const { othello } = await import('/dist/games/othello/index.js');
    const thinking = ai.analyse(othello.start(), { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    const { status, move } = await thinking.result;
    await ai.close();
    return { status, moved: move !== undefined };
  },

  async nested() {
    const { default: _ } = await import('./nested.mjs');
    return globalThis.nested.then(() => 'no error', codeOf);
  },
};

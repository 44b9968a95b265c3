// An engine in the same process, for tests of teams: it reports the first of the moves it may search, deeper and
// deeper, until it is stopped.
import { type LoadedGame, loadGame } from '#dist/api/index.js';
import { PlyadesError } from '#dist/core/errors.js';
import { unwrap } from '#dist/core/result.js';
import {
  createReader,
  type Engine,
  type EngineRequest,
  type EngineResult,
} from '#dist/engines/index.js';

export interface Scripted extends Engine {
  /** What it was asked, in order. */
  readonly asked: EngineRequest[];
  /** The next search fails; `forGood`: so do later requests. */
  fail(forGood: boolean): void;
}

export async function scriptedEngine(value = 10): Promise<Scripted> {
  const game: LoadedGame = await loadGame('chess');
  const reader = createReader(game);
  const asked: EngineRequest[] = [];
  let stop: () => void = () => {};
  let turn: Promise<unknown> = Promise.resolve();
  let failing = false;
  let down = false;

  function search(request: EngineRequest): Promise<EngineResult> {
    stop();
    const begun = turn.then(() => searchNow(request));
    turn = begun.catch(() => {});
    return begun;
  }

  function searchNow(request: EngineRequest): Promise<EngineResult> {
    asked.push(request);
    if (failing || down) {
      failing = false;
      return Promise.reject(new PlyadesError('ERR_ENGINE_EXIT', 'it fell'));
    }
    const positions = unwrap(reader.read(request.setup));
    const legal = game.legalMoves(positions.at(-1)!).map(game.notation.makeMove);
    const moves = request.go.searchMoves ?? legal;
    let depth = 0;
    const tell = () => {
      depth++;
      const lines = Math.min(request.multiPv ?? 1, moves.length);
      for (let i = 0; i < lines; i++) {
        request.onInfo?.({
          depth,
          multiPv: i + 1,
          selDepth: depth + 3,
          nodes: 100 * depth,
          score: { type: 'cp', centipawns: value - i, bound: 'exact' },
          pv: [moves[i]!],
        });
      }
    };
    return new Promise((resolve) => {
      tell();
      const timer = setInterval(tell, 2);
      stop = () => {
        clearInterval(timer);
        resolve({ move: moves[0]!, lines: [], nodes: 100 * depth, ms: 1 });
      };
    });
  }

  return {
    name: 'Scripted',
    protocol: 'uci',
    game: 'chess',
    options: [],
    extensions: [],
    asked,
    fail(forGood) {
      failing = true;
      down = forGood;
    },
    ready: async () => {
      if (down) throw new PlyadesError('ERR_ENGINE_EXIT', 'it stays down');
    },
    setOption: async () => {},
    newGame: async () => {},
    search,
    stop: () => stop(),
    ponderHit: () => {},
    hashLines: async () => [],
    close: async () => stop(),
    [Symbol.asyncDispose]: async () => stop(),
  };
}

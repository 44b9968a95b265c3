// The files of the kernels. Each address is written out, since bundlers find files by `new URL('...', import.meta.url)`,
// and in a function, so that a file is read when its game is first used.
import { readAsset, readForeignKernel } from '#platform';
import { assetUrl, currentConfiguration } from '../platform/configuration.js';

const kernels: Readonly<Record<string, () => URL>> = {
  checkers: () => new URL('../wasm/checkers.wasm', import.meta.url),
  chess: () => new URL('../wasm/chess.wasm', import.meta.url),
  connect6: () => new URL('../wasm/connect6.wasm', import.meta.url),
  loa: () => new URL('../wasm/loa.wasm', import.meta.url),
  othello: () => new URL('../wasm/othello.wasm', import.meta.url),
  shogi: () => new URL('../wasm/shogi.wasm', import.meta.url),
  synthetic: () => new URL('../wasm/synthetic.wasm', import.meta.url),
  'tic-tac-toe': () => new URL('../wasm/tic-tac-toe.wasm', import.meta.url),
};

/** Games with a data file. */
const data: Readonly<Record<string, { readonly file: string; usual(): URL }>> = {
  othello: {
    file: 'othello-weights.bin',
    usual: () => new URL('../wasm/othello-weights.bin', import.meta.url),
  },
};

/** The kernel of a game, or `foreign`, the one of games in plain TypeScript. */
export async function readKernel(name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (name === 'foreign' && currentConfiguration().wasm === undefined) return readForeignKernel();
  const usual = kernels[name] ?? (() => beside(`${name}.wasm`));
  return readAsset(assetUrl(`${name}.wasm`, usual));
}

/** Of kernels that are not in the package: those that tests compile. The address of a folder would be one to bundle. */
const beside = (file: string): URL => new URL(file, kernels['tic-tac-toe']!());

/** The data file of a game: its evaluation weights; undefined when it has none. */
export async function readGameData(name: string): Promise<Uint8Array | undefined> {
  if (!Object.hasOwn(data, name)) return undefined;
  const { file, usual } = data[name]!;
  return readAsset(assetUrl(file, usual));
}

// The files of the shaders. Each address is written out: bundlers find files by `new URL('...', import.meta.url)`.
import { readAsset } from '#platform';

const files: Readonly<Record<string, () => URL>> = {
  batch: () => new URL('./shaders/batch.wgsl', import.meta.url),
  bits: () => new URL('./shaders/bits.wgsl', import.meta.url),
  'chess-board': () => new URL('./shaders/chess-board.wgsl', import.meta.url),
  'chess-evaluate': () => new URL('./shaders/chess-evaluate.wgsl', import.meta.url),
  'chess-moves': () => new URL('./shaders/chess-moves.wgsl', import.meta.url),
  'chess-order': () => new URL('./shaders/chess-order.wgsl', import.meta.url),
  'chess-search': () => new URL('./shaders/chess-search.wgsl', import.meta.url),
  'chess-shared-tree': () => new URL('./shaders/chess-shared-tree.wgsl', import.meta.url),
  'connect6-below': () => new URL('./shaders/connect6-below.wgsl', import.meta.url),
  'connect6-best': () => new URL('./shaders/connect6-best.wgsl', import.meta.url),
  'connect6-board': () => new URL('./shaders/connect6-board.wgsl', import.meta.url),
  'connect6-branches': () => new URL('./shaders/connect6-branches.wgsl', import.meta.url),
  'connect6-leaf': () => new URL('./shaders/connect6-leaf.wgsl', import.meta.url),
  'connect6-open': () => new URL('./shaders/connect6-open.wgsl', import.meta.url),
  'connect6-planes': () => new URL('./shaders/connect6-planes.wgsl', import.meta.url),
  'connect6-search': () => new URL('./shaders/connect6-search.wgsl', import.meta.url),
  'connect6-shared-tree': () => new URL('./shaders/connect6-shared-tree.wgsl', import.meta.url),
  'connect6-windows': () => new URL('./shaders/connect6-windows.wgsl', import.meta.url),
  'shared-tree-search': () => new URL('./shaders/shared-tree-search.wgsl', import.meta.url),
  'shared-tree-table': () => new URL('./shaders/shared-tree-table.wgsl', import.meta.url),
};

/** The text of a shader's file. */
export const readShaderFile = (name: string): Promise<string> => readText(files[name]!());

/** The weights of all games, in JSON. */
export const readShaderWeights = (): Promise<string> =>
  readText(new URL('./shaders/weights.json', import.meta.url));

const readText = async (url: URL): Promise<string> =>
  new TextDecoder().decode(await readAsset(url));

// Where a page finds the files of the library when its bundler does not bring them: the state behind `configure`.

/** Addresses of files; those that are not given are found beside the library. */
export interface Configuration {
  /** Of `plyades/browser/worker.js`. The workers of other hosts are beside it. */
  readonly workerUrl?: string | URL;
  /**
   * The folder with the kernels, `plyades/wasm/`, or a function from a file's name (`chess.wasm`,
   * `othello-weights.bin`) to its address.
   */
  readonly wasm?: string | URL | ((file: string) => string | URL);
}

let configuration: Configuration = {};

export const currentConfiguration = (): Configuration => configuration;

export function setConfiguration(next: Configuration): void {
  configuration = next;
}

/** The configured address of a file of a kernel, or the one where it usually is. */
export function assetUrl(file: string, usual: () => URL): URL {
  const { wasm } = configuration;
  if (wasm === undefined) return usual();
  if (typeof wasm === 'function') return absolute(wasm(file));
  const folder = String(wasm);
  return absolute(folder.endsWith('/') ? folder + file : `${folder}/${file}`);
}

/** An address as written in a page: relative ones are relative to the page. */
export const absolute = (address: string | URL): URL =>
  new URL(address, (globalThis as { location?: { href: string } }).location?.href);

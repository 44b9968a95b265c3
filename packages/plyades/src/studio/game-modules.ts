// Games in TypeScript that the user named on the command line, as the page and its workers can import them: the files
// beside a module, with `plyades` in an import replaced by the library's bundle for browsers.
import { basename, dirname, extname, resolve, sep } from 'node:path';
import type { SiteConfiguration } from './site.js';

/** Kinds of files that a game may consist of. */
const ENDINGS = new Set(['.js', '.mjs', '.json', '.wasm', '.svg']);

export class GameModules {
  readonly #files: readonly string[];

  /** Paths of compiled modules. */
  constructor(paths: readonly string[]) {
    this.#files = paths.map((path) => resolve(path));
  }

  /** Their names and addresses, which are relative to the page. */
  get served(): SiteConfiguration['games'] {
    return this.#files.map((file, index) => ({
      name: basename(file).replace(/\.m?js$/, ''),
      url: `game/${index}/${encodeURIComponent(basename(file))}`,
    }));
  }

  /** The file behind `game/<number>/<path>`; only files beside the module and below are served. */
  fileOf(address: string): { readonly file: string; readonly folder: string } | undefined {
    const [, index = '', path = ''] = /^game\/(\d{1,3})\/(.+)$/s.exec(address) ?? [];
    const module = this.#files[Number(index)];
    if (module === undefined || path === '') return undefined;
    const folder = dirname(module);
    const file = resolve(folder, path);
    const hidden = path.split('/').some((part) => part.startsWith('.') || part === 'node_modules');
    if (hidden || !file.startsWith(folder + sep) || !ENDINGS.has(extname(file))) return undefined;
    return { file, folder };
  }
}

/** Lets a module import the library from `library` instead of by its name, which a browser cannot resolve. */
export const importLibraryFrom = (source: string, library: string): string =>
  source.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(['"])plyades\2/g,
    (_, before: string) => `${before}${JSON.stringify(library)}`,
  );

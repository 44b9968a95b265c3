// The text of a game's module, made ready for a page: a browser cannot resolve `plyades` by its name, nor files beside a
// module that came from the reader's disk.

/** Bytes; a game is far smaller. */
export const MAX_MODULE_BYTES = 4 << 20;

/** What stands before the name of a module: `import ... from`, `export ... from`, `import`, `import(`. */
const BEFORE = [
  String.raw`(?:^|[;\r\n}])\s*(?:import|export)(?=[\s{*])[\w$\s{},*]*?\bfrom\s*`,
  String.raw`(?:^|[;\r\n}])\s*import\s*`,
  String.raw`\bimport\s*\(\s*`,
].join('|');

const IMPORT = new RegExp(String.raw`(${BEFORE})(['"])([^'"\n]+)\2`, 'g');

export type PreparedModule =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly message: string };

/**
 * The module with `plyades` imported from `library`. Refuses other imports: they must be bundled into the file, since the
 * page has nothing else of the disk it came from.
 */
export function prepareModule(source: string, fileName: string, library: string): PreparedModule {
  if (/\.[cm]?ts$/.test(fileName)) {
    const message = `${fileName} is TypeScript. Compile it first, for example with tsc, and open the .js file.`;
    return { ok: false, message };
  }
  const missing = new Set<string>();
  const prepared = source.replace(IMPORT, (whole, before: string, _quote: string, name: string) => {
    if (name === 'plyades') return `${before}${JSON.stringify(library)}`;
    missing.add(name);
    return whole;
  });
  const [first] = missing;
  if (first === undefined) return { ok: true, source: prepared };
  const message = `${fileName} imports ‘${first}’, which this page cannot read. Bundle the module into one file that imports nothing but plyades, or serve it with ‘plyades studio --game ${fileName}’.`;
  return { ok: false, message };
}

// The code in our documents is tested: fenced blocks are taken out of a page, compiled with the strict
// settings of this repository against the built package, and run. What a reader copies is what ran.
//
//   ```ts test             a program: it must compile and end with exit code 0
//   ```ts file=nim.ts      a module that other blocks of the page import as ./nim.js
//   ```ts test file=a.ts   both
//   ```text output         directly after a program: exactly what it prints
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { repository } from './pages.js';

export interface Snippet {
  /** Name of the file that the block becomes. */
  readonly file: string;
  readonly code: string;
  /** Line of the page on which the code begins, counted from 1. */
  readonly line: number;
  /** True for a program, false for a module that programs import. */
  readonly runs: boolean;
  /** What the program must print; undefined when the page does not say. */
  readonly output: string | undefined;
}

/** Longer than any program of a page should take, even on a busy machine. */
const TIMEOUT_MS = 240_000;

/** The marked blocks of a page, in order. Throws when a mark is misspelt: an untested block is worse. */
export function findSnippets(page: string): Snippet[] {
  const snippets: Snippet[] = [];
  let before: Snippet | undefined;
  for (const block of page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)) {
    const [language, ...marks] = block[1]!.trim().split(/\s+/);
    const code = block[2]!;
    const line = page.slice(0, block.index).split('\n').length + 1;
    const where = `the block at line ${line}`;
    if (language === 'text' && marks.join() === 'output') {
      if (!before?.runs) {
        throw new Error(
          `${where} is the output of no program: a program must come directly before`,
        );
      }
      snippets[snippets.length - 1] = { ...before, output: code };
      before = undefined;
      continue;
    }
    before = undefined;
    if (marks.length === 0) continue;
    const files = marks.flatMap((mark) => /^file=([\w-]+\.ts)$/.exec(mark)?.[1] ?? []);
    const known = marks.filter((mark) => mark === 'test').length + files.length;
    if (language !== 'ts' || known !== marks.length) {
      throw new Error(`${where} is marked '${block[1]}': expected 'ts test' or 'ts file=NAME.ts'`);
    }
    const file = files[0] ?? `line-${line}.ts`;
    before = { file, code, line, runs: marks.includes('test'), output: undefined };
    snippets.push(before);
  }
  return snippets;
}

export interface Compiled {
  /** Of all pages; the caller removes it. */
  readonly folder: string;
  /** For each page its folder and what the compiler says of its blocks. */
  readonly pages: readonly { readonly folder: string; readonly errors: string }[];
}

/**
 * Writes the blocks of each page to a new folder, inside the repository so that `plyades` is found there but outside
 * of what is published, and compiles them in place, all pages in one run of the compiler.
 */
export function compileSnippets(pages: readonly (readonly Snippet[])[]): Compiled {
  mkdirSync(join(repository, '.snippets'), { recursive: true });
  const folder = mkdtempSync(join(repository, '.snippets', 'pages-'));
  const folders = pages.map((_, i) => join(folder, String(i)));
  const files = pages.flatMap((snippets, i) => {
    mkdirSync(folders[i]!);
    return snippets.map(({ file, code }) => {
      writeFileSync(join(folders[i]!, file), code);
      return join(folders[i]!, file);
    });
  });
  const config = ts.readConfigFile(join(repository, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, repository);
  const program = ts.createProgram(files, {
    ...options,
    ...{ rootDir: folder, outDir: folder, declaration: false, sourceMap: false },
  });
  const { diagnostics } = program.emit();
  const errors = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  return {
    folder,
    pages: folders.map((own) => {
      // What is said of no file, as of an option, is said of every page.
      const ours = errors.filter(({ file }) => !file || dirname(file.fileName) === own);
      const host = {
        getCanonicalFileName: (name: string) => name,
        getCurrentDirectory: () => own,
        getNewLine: () => '\n',
      };
      return { folder: own, errors: ts.formatDiagnostics(ours, host) };
    }),
  };
}

/** Runs a compiled block with Node in its folder. */
export function runSnippet(folder: string, { file }: Snippet): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(folder, file.replace(/\.ts$/, '.js'))], {
      cwd: folder,
      timeout: TIMEOUT_MS,
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ exit: code ?? signal, output, errors }));
  });
}

export interface Ran {
  /** The exit code, or the signal that ended the program. */
  readonly exit: number | string | null;
  readonly output: string;
  readonly errors: string;
}

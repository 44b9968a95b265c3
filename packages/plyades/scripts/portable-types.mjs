// Makes the declarations in dist check in any program: TypeScript 5.4 to the newest, `skipLibCheck: false`, with lib
// `dom`, with @types/node or with neither. Runs after the compiler, in the folder of the package.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const PLATFORM = 'dist/platform/globals.d.ts';
copyFileSync('src/platform/globals.d.ts', PLATFORM);

const declared = [
  ...readFileSync(PLATFORM, 'utf8').matchAll(/^(?:interface|declare namespace) (\w+)/gm),
];
const names = new RegExp(`\\b(?:${declared.map(([, name]) => name).join('|')})\\b`);
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;

for (const name of readdirSync('dist', { recursive: true })) {
  const path = join('dist', name);
  if (!path.endsWith('.d.ts') || path === join(PLATFORM)) continue;
  const text = readFileSync(path, 'utf8');
  const portable = withPlatform(path, withoutNewTypes(text));
  if (portable !== text) writeFileSync(path, portable);
}

/** Typed arrays are generic since TypeScript 5.7; `Transferable` is an alias, which nothing can merge with. */
function withoutNewTypes(text) {
  return text
    .replace(/\b(\w+Array)<ArrayBuffer>/g, 'ReturnType<typeof $1.of>')
    .replace(/\b((?:Int|Uint|Float|BigInt|BigUint)\d+(?:Clamped)?Array)<ArrayBufferLike>/g, '$1')
    .replace(/\bTransferable\b/g, 'object');
}

function withPlatform(path, text) {
  if (text.startsWith('/// <reference') || !names.test(text.replace(COMMENTS, ''))) return text;
  const target = relative(dirname(path), PLATFORM).split(sep).join('/');
  return `/// <reference path="${target}" />\n${text}`;
}

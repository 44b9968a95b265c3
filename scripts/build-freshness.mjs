// Which products of the build are older than what they are made from, so that tests never run what an earlier
// source said. Times of directories count too: deleting a file changes the time of its directory.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Product
 * @property {string} script The npm script of the root that makes it.
 * @property {readonly string[]} from Files and folders it is made from, below the root.
 * @property {readonly string[]} [after] Scripts whose products it is made from as well.
 * @property {(path: string) => boolean} to Whether a file below a dist folder is made by the script.
 */

/** Packages with a dist folder. */
export const packages = ['packages/plyades', 'packages/lab'];

/** In the order in which they are made. @type {readonly Product[]} */
export const products = [
  {
    script: 'build:kernels',
    from: [
      'packages/plyades/assembly',
      'packages/plyades/scripts/build-kernels.mjs',
      'packages/plyades/scripts/compile-kernel.mjs',
      'package-lock.json',
    ],
    to: (path) => path.endsWith('.wasm'),
  },
  {
    script: 'build:ts',
    from: [
      'packages/plyades/src',
      'packages/plyades/examples',
      'packages/plyades/tsconfig.json',
      // Its version is part of the build's name.
      'packages/plyades/package.json',
      'packages/plyades/scripts/build-id.mjs',
      'packages/lab/src',
      'packages/lab/tsconfig.json',
      'scripts/build-typescript.mjs',
      'tsconfig.base.json',
      'package-lock.json',
    ],
    to: (path) =>
      path.endsWith('.js') && ![isBundle, isData, isStudio].some((other) => other(path)),
  },
  {
    script: 'build:assets',
    from: [
      'packages/plyades/src/games',
      'packages/plyades/src/gpu/shaders',
      'packages/plyades/src/sim/profiles',
      // The shaders get the weights of the kernels.
      'packages/plyades/assembly/games',
      'packages/plyades/scripts/copy-assets.mjs',
      'packages/plyades/scripts/build-shaders.mjs',
    ],
    to: isData,
  },
  {
    script: 'build:browser',
    from: [
      'packages/plyades/src',
      'packages/plyades/assembly',
      'packages/plyades/scripts/compile-kernel.mjs',
      'packages/plyades/scripts/build-browser.mjs',
      'packages/plyades/package.json',
      'package-lock.json',
    ],
    // What they make goes into the bundles; the assets do as part of the build's name.
    after: ['build:kernels', 'build:ts', 'build:assets'],
    to: isBundle,
  },
  {
    script: 'build:studio',
    from: [
      'packages/studio/src',
      'packages/studio/public',
      'packages/studio/index.html',
      'packages/studio/vite.config.ts',
      'packages/studio/tsconfig.json',
      'package-lock.json',
    ],
    // The page has modules of the library in it.
    after: ['build:ts'],
    to: isStudio,
  },
];

/** Data of the library, and the module of the cost profiles. */
function isData(path) {
  return /\.(?:bin|json|wgsl)$|[\\/]dist[\\/]profiles\.js$/.test(path);
}

/** Made of compiled files, for browsers. */
function isBundle(path) {
  return /[\\/]dist[\\/](?:browser[\\/][^\\/]+|wasm[\\/]foreign)\.js$/.test(path);
}

/** The page of the studio. */
function isStudio(path) {
  return /[\\/]dist[\\/]studio[\\/]page[\\/].+\.(?:js|css|html)$/.test(path);
}

/**
 * The scripts that must run before a test, in order: those whose oldest product is older than their newest source, that
 * have no product, or that use products of another of these scripts.
 * @param {string} root
 */
export function outdatedScripts(root) {
  const built = packages.flatMap((name) => walk(join(root, name, 'dist')));
  /** @type {string[]} */
  const outdated = [];
  for (const { script, from, after = [], to } of products) {
    const made = built.filter(to).map(time);
    const sources = from.flatMap((path) => walk(join(root, path))).map(time);
    const isOld = made.length === 0 || Math.min(...made) < Math.max(...sources);
    if (isOld || after.some((each) => outdated.includes(each))) outdated.push(script);
  }
  return outdated;
}

/** A path and everything below it; nothing when it does not exist. */
export function walk(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path).flatMap((name) => walk(join(path, name)))];
}

function time(path) {
  return statSync(path).mtimeMs;
}

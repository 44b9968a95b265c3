// The programs that some tests need and npm does not bring, as a table, and the one way to get them
// without a question: apt-get, when it is there and we are root. Everywhere else the missing
// program is named with the command that installs it.
//
//   node scripts/install-parts.mjs             installs what is missing; exits 3 when something stays so
//   node scripts/install-parts.mjs chromium    only these parts
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly string[]} programs Names it goes by, the best first.
 * @property {string} needs The folder of tests that cannot run without it, below the root.
 * @property {string} debian The Debian package, or several with spaces between.
 * @property {string} brew What `brew install` takes.
 */

/** @type {readonly Part[]} */
export const parts = [
  {
    name: 'chromium',
    programs: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    needs: 'packages/plyades/test/browser',
    debian: 'chromium',
    brew: '--cask chromium',
  },
  {
    name: 'firefox',
    programs: ['firefox-esr', 'firefox'],
    needs: 'packages/studio/test/firefox',
    debian: 'firefox-esr',
    brew: '--cask firefox',
  },
  {
    name: 'stockfish',
    programs: ['stockfish'],
    needs: 'packages/plyades/test/engines',
    debian: 'stockfish',
    brew: 'stockfish',
  },
  {
    name: 'fairy-stockfish',
    programs: ['fairy-stockfish'],
    needs: 'packages/plyades/test/engines/shogi',
    debian: 'fairy-stockfish',
    brew: 'fairy-stockfish',
  },
  {
    name: 'nats-server',
    programs: ['nats-server'],
    needs: 'packages/plyades/test/cluster',
    debian: 'nats-server',
    brew: 'nats-server',
  },
  {
    name: 'openssl',
    programs: ['openssl'],
    needs: 'packages/plyades/test/cluster',
    debian: 'openssl',
    brew: 'openssl',
  },
  {
    name: 'iproute2',
    programs: ['ip'],
    needs: 'packages/plyades/test/cluster/namespaces',
    debian: 'iproute2',
    brew: 'iproute2mac',
  },
  {
    name: 'gpsshogi',
    programs: ['gpsusi'],
    needs: 'packages/plyades/test/engines/shogi/gpsshogi',
    debian: 'gpsshogi',
    brew: 'gpsshogi',
  },
  {
    name: 'grhino',
    programs: ['gtp-rhino'],
    needs: 'packages/plyades/test/front-ends/grhino',
    debian: 'grhino',
    brew: 'grhino',
  },
  {
    name: 'polyglot',
    programs: ['polyglot'],
    needs: 'packages/plyades/test/engines/xboard',
    debian: 'polyglot',
    brew: 'polyglot',
  },
  {
    name: 'xboard',
    programs: ['xboard'],
    needs: 'packages/plyades/test/engines/xboard',
    debian: 'xboard',
    brew: 'xboard',
  },
  {
    name: 'xvfb',
    programs: ['xvfb-run'],
    needs: 'packages/plyades/test/engines/xboard',
    debian: 'xvfb xauth',
    brew: '--cask xquartz',
  },
];

/** Debian keeps engines in /usr/games and servers in /usr/sbin, which are not on every PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/games', '/usr/sbin'].filter(
  Boolean,
);

/** Where macOS keeps programs that come as applications. */
const applications = {
  chromium: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
};

/**
 * The path of a part's program; undefined when it is not installed.
 * @param {string} name
 * @returns {string | undefined}
 */
export function findPart(name) {
  const part = parts.find((known) => known.name === name);
  if (!part) throw new Error(`there is no part '${name}'`);
  const places = part.programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  return [...places, ...(applications[name] ?? [])].find(isProgram);
}

/**
 * The command that installs these parts here, for a person to type.
 * @param {readonly Part[]} missing
 */
export function installCommand(missing) {
  if (process.platform === 'darwin') {
    return missing.map((part) => `brew install ${part.brew}`).join(' && ');
  }
  const packages = missing.map((part) => part.debian).join(' ');
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  return `${sudo}apt-get update && ${sudo}apt-get install -y ${packages}`;
}

/**
 * Installs what is missing where that needs no question. Returns what is still missing.
 * @param {readonly Part[]} wanted
 * @returns {Part[]}
 */
export function installMissing(wanted) {
  const missing = wanted.filter((part) => !findPart(part.name));
  if (missing.length === 0 || !canInstall()) return missing;
  console.log(`installing ${missing.map((part) => part.name).join(', ')} with apt-get`);
  if (aptGet('update')) {
    aptGet(
      'install',
      '-y',
      '--no-install-recommends',
      ...missing.flatMap((part) => part.debian.split(' ')),
    );
  }
  return missing.filter((part) => !findPart(part.name));
}

function canInstall() {
  return process.getuid?.() === 0 && folders.some((folder) => isProgram(join(folder, 'apt-get')));
}

/** Runs apt-get; waits for another one that is at work, and shows what it said only when it failed. */
function aptGet(...args) {
  const { status, error, stdout, stderr } = spawnSync(
    'apt-get',
    ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args],
    {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    },
  );
  if (status === 0) return true;
  const said = error?.message ?? `${stdout}\n${stderr}`.trim().split('\n').slice(-15).join('\n');
  console.error(`apt-get ${args.join(' ')} failed:\n${said}`);
  return false;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    const known = parts.map((part) => part.name).join(', ');
    console.error(`no such part: ${unknown.join(', ')}; expected some of ${known}`);
    process.exit(2);
  }
  const wanted = parts.filter((part) => names.length === 0 || names.includes(part.name));
  const missing = installMissing(wanted);
  for (const part of wanted) console.log(`${part.name}: ${findPart(part.name) ?? 'missing'}`);
  if (missing.length > 0) {
    console.error(`install by hand: ${installCommand(missing)}`);
    process.exit(3);
  }
}

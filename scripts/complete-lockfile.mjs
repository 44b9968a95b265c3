// Adds to package-lock.json the builds for other platforms that a tool names as optional and npm left
// out. npm leaves them out when its registry (a mirror, say) does not have them, and then `npm ci`
// refuses the lockfile. An entry without `integrity` is what npm itself would install by version.
//
//   node scripts/complete-lockfile.mjs            after a change of dependencies
//   node scripts/complete-lockfile.mjs --check    only says what is missing; exits 1 if anything is
//   node scripts/complete-lockfile.mjs matrix     the lockfile in that folder
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = process.argv.slice(2).find((arg) => !arg.startsWith('-')) ?? '.';
const file = fileURLToPath(new URL(`../${folder}/package-lock.json`, import.meta.url));
const lock = JSON.parse(readFileSync(file, 'utf8'));

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32'];
const processors = [
  'arm64',
  'arm',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'ia32',
  'x64',
  'wasm32',
];

/** What a name such as `binding-linux-x64-musl` says about where the package runs. */
function platform(name) {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (cpu.length !== 1 || (os.length !== 1 && cpu[0] !== 'wasm32')) {
    throw new Error(`cannot tell the platform of ${name}`);
  }
  const libc = words.includes('musl') ? ['musl'] : /-(gnu|glibc)/.test(name) ? ['glibc'] : [];
  return { cpu, libc, os };
}

const missing = Object.values(lock.packages).flatMap((owner) =>
  Object.entries(owner.optionalDependencies ?? {})
    .filter(([name]) => !(`node_modules/${name}` in lock.packages))
    .map(([name, version]) => ({ name, version, owner })),
);
for (const { name, version } of missing) console.log(`missing: ${name}@${version}`);
if (process.argv.includes('--check')) process.exit(missing.length > 0 ? 1 : 0);

for (const { name, version, owner } of missing) {
  const { cpu, libc, os } = platform(name);
  lock.packages[`node_modules/${name}`] = {
    version,
    cpu,
    ...(owner.dev && { dev: true }),
    ...(libc.length > 0 && { libc }),
    ...(owner.license && { license: owner.license }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}
const [[, rootPackage], ...others] = Object.entries(lock.packages);
others.sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = { '': rootPackage, ...Object.fromEntries(others) };
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

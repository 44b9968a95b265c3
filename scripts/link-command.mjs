// Makes `npx plyades` run what is built here. npm links a workspace's command when it is
// installed, before it is built, and may leave the link out: without it, npx installs the clone for itself the first time, which builds
// everything once more, for a minute and without a word.
import { lstatSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Modules of another clone are left alone; on Windows a link would not run, and npx goes its own way. */
const own = lstatSync(modules, { throwIfNoEntry: false })?.isDirectory() ?? false;
if (own && process.platform !== 'win32') {
  const link = `${modules}/.bin/plyades`;
  rmSync(link, { force: true });
  symlinkSync('../../packages/plyades/dist/cli/main.js', link);
}

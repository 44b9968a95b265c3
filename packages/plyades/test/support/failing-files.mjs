// Loaded with `node --import`: a file system that refuses to write below a folder, as the environment says in
// FAILING_FILES=CODE:FOLDER. EROFS refuses to open for writing, ENOSPC opens and then refuses the bytes.
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const [, code, folder] = /^(\w+):(.*)$/.exec(process.env.FAILING_FILES);
const isBelow = (path) => typeof path === 'string' && path.startsWith(folder);

function refusal(syscall, path) {
  const error = new Error(`${code}: it is refused, ${syscall} '${path}'`);
  return Object.assign(error, { code, syscall, errno: -1, path });
}

/** Replaces a function whose first argument is a path, where it would write. */
function refuse(module, name, syscall, writes = () => true) {
  const real = module[name];
  const isAsync = module === fsPromises;
  module[name] = (path, ...rest) => {
    if (!isBelow(path) || !writes(...rest)) return real(path, ...rest);
    if (isAsync) return Promise.reject(refusal(syscall, path));
    throw refusal(syscall, path);
  };
}

if (code === 'EROFS') {
  for (const [module, suffix] of [
    [fs, 'Sync'],
    [fsPromises, ''],
  ]) {
    refuse(module, `mkdir${suffix}`, 'mkdir');
    refuse(module, `writeFile${suffix}`, 'open');
    refuse(module, `appendFile${suffix}`, 'open');
    refuse(module, `open${suffix}`, 'open', (flags = 'r') => flags !== 'r');
  }
} else {
  for (const [module, suffix] of [
    [fs, 'Sync'],
    [fsPromises, ''],
  ]) {
    refuse(module, `writeFile${suffix}`, 'write');
    refuse(module, `appendFile${suffix}`, 'write');
  }
  const { open } = fsPromises;
  fsPromises.open = async (path, ...rest) => {
    const handle = await open(path, ...rest);
    if (isBelow(path)) handle.writeFile = async () => Promise.reject(refusal('write', path));
    return handle;
  };
}
syncBuiltinESMExports();

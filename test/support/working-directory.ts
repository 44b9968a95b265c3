// Tests of a package run in its folder, wherever Vitest was started, so that relative paths mean the same files. Files
// that share a process come here one after the other.
import { expect } from 'vitest';

const folder = /^.*?\/packages\/[^/]+(?=\/test\/)/.exec(
  (expect.getState().testPath ?? '').replaceAll('\\', '/'),
)?.[0];
if (folder !== undefined) process.chdir(folder);

// The version of this package, as its package.json has it.
import { createRequire } from 'node:module';

export function packageVersion(): string {
  return createRequire(import.meta.url)('../../package.json').version;
}

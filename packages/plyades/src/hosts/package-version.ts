// The version of this package: masters and workers search together, and searches are resumed, only when theirs are equal.
import { createRequire } from 'node:module';

export function packageVersion(): string {
  return createRequire(import.meta.url)('../../package.json').version;
}

// The version of this package: masters and workers search together only when theirs are equal.
import { readFile } from 'node:fs/promises';

export async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

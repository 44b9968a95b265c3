// Before packing: copies the README, licence and change log of the repository into the package, where npm looks for them.
import { cp } from 'node:fs/promises';

for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md']) {
  await cp(new URL(`../../../${name}`, import.meta.url), new URL(`../${name}`, import.meta.url));
}

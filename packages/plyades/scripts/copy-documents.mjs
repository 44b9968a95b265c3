// Before packing: copies the README, licence and change log of the repository into the package, where npm looks for
// them, with links to the repository's files at the tag of this version.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { absoluteLinks } from './absolute-links.mjs';

const { homepage, version } = JSON.parse(
  await readFile(new URL('../package.json', import.meta.url), 'utf8'),
);
const [repository] = homepage.split('#');

for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md']) {
  const text = await readFile(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const isPage = name.endsWith('.md');
  const copy = new URL(`../${name}`, import.meta.url);
  // Renamed into place, so that two packings at the same time read whole files.
  const draft = new URL(`../${name}.${process.pid}.log`, import.meta.url);
  await writeFile(draft, isPage ? absoluteLinks(text, repository, `v${version}`) : text);
  await rename(draft, copy);
}

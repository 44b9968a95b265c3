// The files of the studio's page: its own build, and the workers and kernels of the library that it loads. The
// server and a static copy have the same files at the same addresses.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('..', import.meta.url));

/** The build of packages/studio. */
export const pageFolder = join(dist, 'studio', 'page');

/** Folders of the library that the page may load from, by their addresses beside it. */
export const libraryFolders = ['browser', 'wasm'] as const;

/** The folder of a library address. */
export const libraryFolder = (name: (typeof libraryFolders)[number]): string => join(dist, name);

/** What the page asks its server: games that the user named, and whether there is a cluster to show. */
export interface SiteConfiguration {
  readonly games: readonly { readonly name: string; readonly url: string }[];
  readonly cluster: boolean;
}

/** The address of the configuration beside the page. */
export const CONFIGURATION = 'studio.json';

/** Writes a copy of the site that any web server can serve; existing files of it are replaced. */
export async function writeSite(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(pageFolder, folder, { recursive: true });
  for (const name of libraryFolders) {
    await cp(libraryFolder(name), join(folder, name), { recursive: true });
  }
  const configuration: SiteConfiguration = { games: [], cluster: false };
  await writeFile(join(folder, CONFIGURATION), JSON.stringify(configuration));
}

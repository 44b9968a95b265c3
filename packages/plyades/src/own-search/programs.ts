// The programs that a worker machine lends to a cluster. Each is a module that is named there and loaded from its disk;
// a job names one by the hash of its files, so what comes over the network is compared and never run.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { GameReference } from '../control-plane/index.js';
import { PlyadesError } from '../core/errors.js';
import { requireValue } from '../core/schema.js';
import type { Cluster } from '../hosts/nats/client.js';
import type { LocalHooks } from '../hosts/nats/local-process.js';
import { hashProgram } from '../hosts/nats/modules.js';
import type { ProgramRegistry, StartProgramCommand } from '../hosts/nats/program-registry.js';
import { type SiteOptions, SiteProcess, type SiteWork } from '../hosts/nats/site.js';
import type { SeatProcess } from '../hosts/nats/worker.js';
import type { ThreadSource } from '../hosts/threads/pool.js';
import { settings } from '../parallel/aphid/options.js';
import { importSearch } from './definition.js';
import { type SeatData, startSeat } from './seat-process.js';

const DEFAULT_EXPORT = 'default';

/** Where a program is loaded from. */
export interface ProgramModule {
  readonly url: string;
  readonly exportName: string | undefined;
}

/** A program by the name of its file, since paths differ between machines, and by the hash of its files. */
export async function programReference({
  url,
  exportName = DEFAULT_EXPORT,
}: ProgramModule): Promise<GameReference> {
  if (!url.startsWith('file:')) {
    const message = `a program on a cluster is a module on disk, with a url 'file:...', not ${url}`;
    throw new PlyadesError('ERR_DEFINITION', message);
  }
  const file = decodeURIComponent(new URL(url).pathname.split('/').at(-1)!);
  const id = exportName === DEFAULT_EXPORT ? file : `${file}#${exportName}`;
  return { id: id.slice(-200), hash: await hashProgram(url, exportName), kind: 'program' };
}

/** The site of a hierarchy: its programs run as middle masters, with the workers of its own server. */
export interface ProgramSite extends SiteOptions {
  readonly below: Cluster;
}

/** Loads the module of each program once, so that a module that defines none is refused before anything is lent. */
export async function openPrograms(
  modules: readonly string[],
  site?: ProgramSite,
): Promise<ProgramRegistry> {
  const all = await Promise.all(
    modules.map(async (name) => {
      const program = moduleOf(name);
      if (!existsSync(new URL(program.url))) {
        const message = `there is no module ${name}: give the file that exports the search`;
        throw new PlyadesError('ERR_DEFINITION', message);
      }
      const { url, exportName } = await importSearch(program.url, program.exportName);
      // A module that passes on the definition of another one is known by that.
      const own: ProgramModule = { url, exportName };
      return { program: own, reference: await programReference(own) };
    }),
  );
  return {
    programs: all.map(({ reference }) => reference),
    open(command) {
      const { game, settings: given } = command;
      const found = all.find(({ reference }) => reference.hash === game.hash);
      if (found === undefined) throw new PlyadesError('ERR_GAME', 'no program here has this hash');
      const options = requireValue(settings, given, 'settings');
      const data = { ...found.program, options };
      if (site === undefined) return (seat, hooks) => startSeat({ ...data, seat }, hooks);
      return (seat, hooks) => startMiddle({ ...data, seat }, command, hooks, site);
    },
  };
}

/** The middle master runs in a thread like any seat, and its job on the site's server has the same program. */
function startMiddle(
  data: SeatData,
  { game: reference, settings }: StartProgramCommand,
  { send }: LocalHooks,
  { below, middle, version, onNote }: ProgramSite,
): SeatProcess {
  const { seat } = data;
  const work: SiteWork = {
    ...{ reference, version, tableBytes: 0 },
    first: {
      create(lower, hooks) {
        const process = startSeat({ ...data, middle, seat: { ...seat, below: lower } }, hooks);
        const searched = new Map<number, number>();
        return {
          ...process,
          get searched() {
            const { nodes } = process.searched;
            return { nodes: [...searched.values()].reduce((a, b) => a + b, nodes), leaves: 0 };
          },
          setSearched: (self, { nodes }) => void searched.set(self, nodes),
        };
      },
    },
    startCommand: (base) => ({ type: 'program', ...base, settings }),
    status: () => ({ algorithm: 'aphid', mode: 'exact', depth: 0, value: 0 }),
  };
  return new SiteProcess(below, NO_THREADS, work, { size: seat.size, eachBytes: 0, send }, onNote);
}

/** For a job whose process 0 has a thread of its own. */
export const NO_THREADS: ThreadSource = {
  lease: () => Promise.reject(new Error('process 0 has a thread of its own')),
  giveBack() {},
};

/** `./search.js`, or `./search.js#name` for an export that is not the default one. */
function moduleOf(name: string): ProgramModule {
  const [path = '', exportName] = name.split('#');
  const url = path.startsWith('file:') ? path : pathToFileURL(path).href;
  return { url, exportName };
}

// `plyades site`: a middle master of a cluster, with workers of its own behind it. To searches above it is one
// worker; it divides its work there among the workers of the site's own server.
import { Command } from 'commander';
import type { ConnectionEvent, WorkerEvent } from '../../hosts/nats/index.js';
import {
  HIERARCHY_FORMAT,
  type HierarchyFile,
  type HierarchyLine,
} from '../../parallel/hierarchy/file.js';
import { connectionInWords, serveUntil } from '../cluster/serving.js';
import {
  addressOf,
  type ClusterFlags,
  credsOption,
  makeNote,
  tlsCaOption,
} from '../cluster-flags.js';
import { Refusal } from '../exit.js';
import { openHierarchy } from '../hierarchy.js';
import { waitForSignal } from '../interrupt.js';
import { createLog, type LogFormat, logOption } from '../log.js';
import { ownSearchOption } from '../options.js';

const EXAMPLES = `
The file has the hierarchy as 'plyades sim --hierarchy' takes it, with addresses:
${HIERARCHY_FORMAT.replace(/^/gm, '  ')}

The site connects to the hub, or to the second address of its line, as a worker does, and to the first one,
the server of the site, as a master does: 'plyades worker --server' with that address serves the site alone.
Workers that the file has below the site are started here. A site takes part in exact searches by aphid and
minimal-tree, and with --own-search in those of programs that bring their own search. docs/hierarchies.md has a
leaf node's configuration.

Examples:
  $ plyades site --config plyades.hierarchy --name toronto
  $ plyades site --config plyades.hierarchy --name toronto --own-search ./search.js
  $ plyades site --config plyades.hierarchy --name toronto --creds site.key --tls-ca ca.pem --log json`;

interface Flags extends ClusterFlags {
  readonly config: string;
  readonly name?: string;
  readonly siteCreds?: string;
  readonly siteTlsCa?: string;
  readonly ownSearch: readonly string[];
  readonly log: LogFormat;
}

export function siteCommand(): Command {
  return new Command('site')
    .description('a middle master: one worker to the cluster above, a master to those of its site')
    .requiredOption('--config <file>', 'the hierarchy')
    .option('--name <name>', 'which of its sites this is (default: the one with an address)')
    .addOption(credsOption())
    .addOption(tlsCaOption())
    .option('--site-creds <file>', "the same for the site's own server")
    .option('--site-tls-ca <file>', "the same for the site's own server")
    .addOption(ownSearchOption())
    .addOption(logOption())
    .addHelpText('after', EXAMPLES)
    .action(serve);
}

async function serve(flags: Flags): Promise<void> {
  const { file } = await openHierarchy('--config', flags.config);
  const site = chooseSite(file, flags.name);
  const hub = site.above ?? file.hub;
  if (hub === undefined) {
    const advice = "say where the top is: 'hub nats://HOST:PORT'";
    throw new Refusal('ERR_MISSING', `the hierarchy has no hub`, { where: '--config', advice });
  }
  const { lendSite } = await import('../../cluster/site.js');
  const log = createLog<SiteEvent>(flags.log, inWords);
  const leaving = waitForSignal();
  const { siteCreds: creds, siteTlsCa: tlsCa } = flags;
  const worker = await lendSite({
    above: await addressOf(hub, flags),
    own: await addressOf(site.address!, { ...(creds && { creds }), ...(tlsCa && { tlsCa }) }),
    middle: file.middle,
    slots: site.below.reduce((sum, { count }) => sum + count, 0),
    programs: flags.ownSearch,
    onEvent: log,
    onNote: (note) => log({ ...note, type: `site-${note.type}` } as SiteEvent),
  });
  await serveUntil(worker, leaving);
}

/** The line of the file that this site is. */
function chooseSite({ below }: HierarchyFile, name: string | undefined): HierarchyLine {
  const sites = below.filter(({ address }) => address !== undefined);
  const names = sites.map((site) => site.name).join(', ') || 'none has an address';
  const found = name === undefined ? sites : sites.filter((site) => site.name === name);
  if (found.length === 1) return found[0]!;
  const message =
    name === undefined
      ? `which of its sites is this? Those with an address: ${names}`
      : `the hierarchy has no site '${name}' with an address: ${names}`;
  throw new Refusal('ERR_VALUE', message, { where: '--name' });
}

type SiteEvent =
  | WorkerEvent
  | ConnectionEvent
  | { readonly type: 'site-joined'; readonly worker: string; readonly seats: number }
  | { readonly type: 'site-lost'; readonly worker: string; readonly reason: string }
  | { readonly type: 'site-refused'; readonly worker: string; readonly reason: string }
  | { readonly type: 'site-unnamed'; readonly worker: string };

function inWords(event: SiteEvent): string | undefined {
  switch (event.type) {
    case 'ready':
      return `site ${event.id} is ready`;
    case 'job':
      return `job ${event.job}: ${event.game}`;
    case 'job-over':
      return `job ${event.job} is over here: ${event.reason}`;
    case 'site-joined':
      return `of this site: ${makeNote({ ...event, type: 'joined' })}`;
    case 'site-lost':
      return `of this site: ${makeNote({ ...event, type: 'lost' })}`;
    case 'site-refused':
      return `of this site: ${makeNote({ ...event, type: 'refused' })}`;
    case 'site-unnamed':
      return `of this site: ${makeNote({ ...event, type: 'unnamed' })}`;
    default:
      return connectionInWords(event);
  }
}

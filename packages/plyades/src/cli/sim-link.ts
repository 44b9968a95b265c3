// Links to simulated runs on the command line: what a run prints of its own link, and how the run of a link compares with
// what the link says.
import { PlyadesError } from '../core/errors.js';
import {
  BUILD_ID,
  type LinkedRun,
  type LinkedSimulation,
  makeLink,
  type ProofSimulation,
  parseLink,
  type Simulation,
} from '../sim/index.js';
import { Refusal } from './exit.js';
import { note } from './terminal.js';

/** The link and the digest of a run, as the JSON object has them; a game in plain TypeScript has no link. */
export interface PrintedLink {
  readonly link?: string;
  readonly digest: string;
}

/** The fragment alone: it goes behind the address of any studio, and `--link` takes it. */
export async function printedLink({
  linked,
  digest,
}: Pick<Simulation | ProofSimulation, 'linked' | 'digest'>): Promise<PrintedLink> {
  return { ...(linked && { link: await makeLink('', linked) }), digest };
}

/** Rows of the text output. */
export function linkRows({ link, digest }: PrintedLink): string[][] {
  return [
    ['digest', `${digest}, build ${BUILD_ID}`],
    ...(link === undefined ? [] : [['link', link]]),
  ];
}

/** Reads `--link`, or refuses it. */
export async function readLink(text: string): Promise<LinkedRun> {
  const parsed = await parseLink(text);
  if (!parsed.ok) throw Refusal.of(parsed.error, { where: '--link' });
  return parsed.value;
}

/** Says whether the run was the one of the link. Throws when the same build did something else. */
export function compareLink(
  { build, digest }: LinkedRun,
  { simulation, sameBuild, identical }: LinkedSimulation,
  print: (text: string) => void,
): void {
  if (!sameBuild) {
    note(`the link was made by build ${build}, this is build ${BUILD_ID}`);
  }
  if (identical === undefined) print('the link has no digest to compare with');
  else if (identical) print('the same as in the link, in every epoch');
  else if (sameBuild) {
    const message = `the run differs from the link: its digest is ${simulation.digest}, the link's ${digest}`;
    throw new PlyadesError('ERR_SIMULATION', message);
  } else
    note(`the run differs from the link: its digest is ${simulation.digest}, the link's ${digest}`);
}

// Opens a start command on a worker. Each kind of job checks its command and makes the commands of its processes beside
// the code of its master: search.ts, and cluster.ts of the proofs.
import type { ProcessSeat } from '../../parallel/process.js';
import { openProof } from '../proof/cluster.js';
import type { GameRegistry } from './game-registry.js';
import type { LocalCommand } from './local-process.js';
import type { StartCommand } from './messages.js';
import { openSearch } from './search.js';

/** Checks a start command as a whole and opens its game: the command of the process in each seat. */
export const openJob = (
  command: Exclude<StartCommand, { type: 'program' }>,
  registry: GameRegistry,
): Promise<(seat: ProcessSeat) => LocalCommand> =>
  command.type === 'prove' ? openProof(command, registry) : openSearch(command, registry);

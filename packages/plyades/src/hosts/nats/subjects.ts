// The subjects of a cluster. They are laid out so that permissions can be given by wildcards: a worker listens below its own
// name and publishes to masters whose key it has; only a master may send commands and capacity requests; an observer reads
// `plyades.jobs` and asks the service API.
import type { WorkerAddress } from '../../control-plane/index.js';

/** Greater with every change that an older worker or master would not understand. */
export const PROTOCOL = 7;

/** The name under which workers are found by NATS's service API. */
export const SERVICE = 'plyades-worker';

/** Names, worker ids and keys are single tokens of a subject. */
const token = /^[A-Za-z0-9_-]{1,64}$/;

export const isToken = (text: unknown): text is string =>
  typeof text === 'string' && token.test(text);

export const workerSubjects = ({ name, id }: WorkerAddress) => {
  const prefix = `plyades.w.${name}.${id}`;
  return {
    /** Capacity requests of masters. */
    ask: `${prefix}.ask`,
    /** Commands of masters, as JSON. */
    command: `${prefix}.command`,
    /** Packets of processes, as bytes. */
    mail: `${prefix}.mail`,
  };
};

/** Where the master of a job listens; the key is known to the workers of the job alone. */
export const masterSubjects = (key: string) => ({
  notice: `plyades.m.${key}.notice`,
  mail: `plyades.m.${key}.mail`,
});

/** Free-slot notices of workers. */
export const FREE = 'plyades.free';

/** The status of a job, published by its master. */
export const jobSubject = (job: string): string => `plyades.jobs.${job}`;
export const ALL_JOBS = 'plyades.jobs.*';

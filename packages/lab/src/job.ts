// One run of an experiment in a process of its own: jobs.ts starts it with one message and gets one back. It ends when
// the laboratory ends.
import type { Experiment } from './experiment.js';
import type { JobReply, JobRequest } from './jobs.js';

process.once('disconnect', () => process.exit());
// Ctrl-C reaches all processes of a terminal; the laboratory ends its jobs itself.
process.on('SIGINT', () => {});

process.once('message', async (request: JobRequest) => {
  const reply = await perform(request);
  process.send!(reply, () => process.exit());
});

async function perform(request: JobRequest): Promise<JobReply> {
  const { registry, experiment: name, settings, rows } = request;
  try {
    const { experiments } = (await import(registry)) as {
      experiments: readonly Experiment<unknown, unknown>[];
    };
    const experiment = experiments.find((each) => each.name === name);
    if (experiment === undefined) throw new Error(`${registry} has no experiment '${name}'`);
    const { signal } = new AbortController();
    const result = await experiment.perform(settings, { signal, rows, threads: 1 });
    return { ok: true, result };
  } catch (error) {
    const { code = 'error', message } = error as Error & { code?: string };
    return { ok: false, code, message };
  }
}

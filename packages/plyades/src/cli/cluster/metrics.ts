// A view of a cluster in the text format of Prometheus.
import type { ClusterView } from '../../hosts/nats/watch.js';

type Labels = Readonly<Record<string, string>>;

export function makeMetrics({ workers, jobs }: ClusterView): string {
  const lines: string[] = [];
  const add = (name: string, about: string, rows: readonly (readonly [Labels, number])[]) => {
    lines.push(`# HELP plyades_${name} ${about}`, `# TYPE plyades_${name} gauge`);
    for (const [labels, value] of rows) lines.push(`plyades_${name}${write(labels)} ${value}`);
  };
  const eachWorker = (value: (worker: (typeof workers)[number]) => number) =>
    workers.map((worker) => [{ worker: worker.id, host: worker.host }, value(worker)] as const);
  const eachJob = (value: (job: (typeof jobs)[number]) => number) =>
    jobs.map(
      (job) => [{ job: job.job, game: job.game, algorithm: job.algorithm }, value(job)] as const,
    );
  add('workers', 'Workers that answer.', [[{}, workers.length]]);
  add(
    'worker_slots',
    'Slots of a worker.',
    eachWorker(({ slots }) => slots),
  );
  add(
    'worker_busy_slots',
    'Slots that search.',
    eachWorker(({ busy }) => busy),
  );
  add(
    'worker_nodes_per_second',
    'Nodes a second.',
    eachWorker(({ rate }) => Math.round(rate)),
  );
  add(
    'worker_idle_ratio',
    'Share of the time of its busy slots in which they waited.',
    eachWorker(({ idle }) => idle),
  );
  add(
    'job_depth',
    'Last finished depth.',
    eachJob(({ depth }) => depth),
  );
  add(
    'job_nodes',
    'Nodes searched so far.',
    eachJob(({ nodes }) => nodes),
  );
  add(
    'job_seconds',
    'Seconds since the job began.',
    eachJob(({ seconds }) => seconds),
  );
  add(
    'job_machines',
    'Machines whose workers hold its seats.',
    eachJob(({ machines }) => machines),
  );
  add(
    'job_seats',
    'Seats that workers hold.',
    eachJob(({ seats }) => seats),
  );
  add(
    'job_losses',
    'Seats that were lost.',
    eachJob(({ losses }) => losses),
  );
  add(
    'job_messages',
    'Messages of its master.',
    eachJob(({ messages }) => messages),
  );
  add(
    'job_bytes',
    'Bytes of these messages.',
    eachJob(({ bytes }) => bytes),
  );
  add(
    'job_latency_seconds',
    'Round trip to the server.',
    eachJob((job) => job.latencyMs / 1000),
  );
  return `${lines.join('\n')}\n`;
}

function write(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    return `${name}="${value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

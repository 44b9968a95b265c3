// The cluster view: who lends processors, what they search, how fast, and what was lost. It asks the studio's server once a
// second, and says what to run where there is no cluster.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { EmptyState } from '../ui/empty-state.js';
import { makeCount, makePercent, makeRate, makeShort } from '../ui/format.js';
import { copyText } from '../ui/save.js';
import {
  addRates,
  type ClusterPicture,
  type JobRow,
  joinLine,
  parseStatus,
  type RateHistory,
  sparkline,
  type WorkerRow,
} from './status.js';
import './cluster.css';

/** Between two looks, in milliseconds. */
const LOOK_MS = 1000;

type ClusterState =
  | { readonly kind: 'asking' | 'none' | 'away' }
  | { readonly kind: 'seen'; readonly picture: ClusterPicture; readonly rates: RateHistory };

const state = signal<ClusterState>({ kind: 'asking' });

/** Whether the page's server watches a cluster; hosts of plain files have no configuration, or one without it. */
async function hasCluster(): Promise<boolean> {
  try {
    const response = await fetch(new URL('studio.json', document.baseURI));
    const found: unknown = response.ok ? await response.json() : undefined;
    return (found as { readonly cluster?: unknown } | undefined)?.cluster === true;
  } catch {
    return false;
  }
}

async function look(): Promise<void> {
  const before = state.peek();
  try {
    const response = await fetch(new URL('cluster.json', document.baseURI));
    const picture = response.ok ? parseStatus(await response.json()) : undefined;
    if (picture === undefined) throw new Error('no status');
    const rates = addRates(before.kind === 'seen' ? before.rates : new Map(), picture);
    state.value = { kind: 'seen', picture, rates };
  } catch {
    state.value =
      before.kind === 'seen'
        ? { ...before, picture: { ...before.picture, reachable: false } }
        : { kind: 'away' };
  }
}

export default function ClusterView() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = true;
    const again = async () => {
      await look();
      if (isShown) timer = setTimeout(again, LOOK_MS);
    };
    void hasCluster().then((found) => {
      if (!isShown) return;
      if (found) void again();
      else state.value = { kind: 'none' };
    });
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, []);
  const now = state.value;
  if (now.kind === 'asking') return <p class="muted">Looking for the cluster …</p>;
  if (now.kind === 'none') return <NoCluster />;
  if (now.kind === 'seen') return <Picture picture={now.picture} rates={now.rates} />;
  return (
    <EmptyState title="The studio's server does not answer">
      <p>
        The page asks it once a second. Look whether <code>plyades studio</code> still runs.
      </p>
    </EmptyState>
  );
}

function NoCluster() {
  return (
    <EmptyState title="No cluster to watch">
      <p>
        A cluster searches one position with the cores of several machines. To see one here, run:
      </p>
      <ol class="cluster-steps">
        <li>
          <code>plyades cluster up</code> on one machine. It starts a server and prints a line for
          the others.
        </li>
        <li>
          <code>plyades worker --join ply1_…</code>, that line, on each other machine.
        </li>
        <li>
          <code>plyades studio --cluster ply1_…</code> with the token that{' '}
          <code>plyades cluster keys --role observer</code> prints.
        </li>
      </ol>
      <p class="muted">Everything else in the studio works without a cluster.</p>
    </EmptyState>
  );
}

function Picture({
  picture,
  rates,
}: {
  readonly picture: ClusterPicture;
  readonly rates: RateHistory;
}) {
  const { workers, jobs, reachable, server } = picture;
  const slots = workers.reduce((sum, each) => sum + each.slots, 0);
  const busy = workers.reduce((sum, each) => sum + each.busy, 0);
  const rate = workers.reduce((sum, each) => sum + each.rate, 0);
  return (
    <div class="cluster column">
      <section class="panel" aria-label="The cluster">
        <div class="row">
          <h1 class="grow">Cluster</h1>
          <span class="mono muted">{server}</span>
        </div>
        {!reachable && (
          <p class="notice warning" role="status">
            The cluster's server does not answer. This is what was seen last; the page keeps asking.
          </p>
        )}
        <dl class="headline">
          <Figure name="Workers" value={makeCount(workers.length)} />
          <Figure name="Slots busy" value={`${makeCount(busy)} of ${makeCount(slots)}`} />
          <Figure name="Jobs" value={makeCount(jobs.length)} />
          <Figure name="Together" value={makeRate(rate)} />
          <div class="total-rate">
            <Sparkline
              rates={rates.get('') ?? []}
              label="Nodes a second of all workers"
              width={220}
            />
          </div>
        </dl>
      </section>
      <Jobs jobs={jobs} />
      <Workers workers={workers} rates={rates} />
      <Join picture={picture} />
    </div>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Sparkline(props: {
  readonly rates: readonly number[];
  readonly label: string;
  readonly width?: number;
}) {
  const { rates, label, width = 110 } = props;
  const last = makeRate(rates.at(-1) ?? 0);
  return (
    <svg
      class="sparkline"
      width={width}
      height={26}
      role="img"
      aria-label={`${label}: ${last} now`}
    >
      <polyline points={sparkline(rates, width, 26)} />
    </svg>
  );
}

function Jobs({ jobs }: { readonly jobs: readonly JobRow[] }) {
  return (
    <section class="panel" aria-label="Jobs">
      <h2>Jobs</h2>
      {jobs.length === 0 ? (
        <p class="muted">
          None. Start one with <code>plyades search othello --depth 16 --cluster …</code>
        </p>
      ) : (
        <div class="table-holder">
          <table class="figures">
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">Search</th>
                <th scope="col">From</th>
                <th scope="col" class="number">
                  Reached
                </th>
                <th scope="col" class="number">
                  Nodes
                </th>
                <th scope="col" class="number">
                  Time
                </th>
                <th scope="col" class="number">
                  Slots
                </th>
                <th scope="col" class="number">
                  Lost
                </th>
                <th scope="col" class="number">
                  Messages
                </th>
                <th scope="col" class="number">
                  Latency
                </th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <tr key={job.job}>
                  <td class="mono">{job.job}</td>
                  <td>
                    {job.game}, {job.algorithm}
                  </td>
                  <td>{job.host}</td>
                  <td class="number">{reached(job)}</td>
                  <td class="number">{makeShort(job.nodes)}</td>
                  <td class="number">{job.seconds.toFixed(1)} s</td>
                  <td class="number">{job.seats}</td>
                  <td class={`number ${job.losses > 0 ? 'lost' : ''}`}>{job.losses}</td>
                  <td class="number">{makeShort(job.messages)}</td>
                  <td class="number">{job.latencyMs.toFixed(1)} ms</td>
                  <td>{job.state}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const reached = ({ depth, value, pn, dn }: JobRow): string =>
  pn === undefined || dn === undefined
    ? `depth ${depth}: ${value > 0 ? '+' : ''}${value}`
    : `${makeShort(pn)} : ${makeShort(dn)}`;

function Workers(props: { readonly workers: readonly WorkerRow[]; readonly rates: RateHistory }) {
  const { workers, rates } = props;
  return (
    <section class="panel" aria-label="Workers">
      <h2>Workers</h2>
      {workers.length === 0 ? (
        <p class="muted">None has joined yet: run the line below on a machine.</p>
      ) : (
        <div class="table-holder">
          <table class="figures">
            <thead>
              <tr>
                <th scope="col">Worker</th>
                <th scope="col">Machine</th>
                <th scope="col">Version</th>
                <th scope="col">Job</th>
                <th scope="col" class="number">
                  Slots busy
                </th>
                <th scope="col" class="number">
                  Nodes
                </th>
                <th scope="col">The last minute</th>
                <th scope="col" class="number">
                  Waiting
                </th>
              </tr>
            </thead>
            <tbody>
              {workers.map((worker) => (
                <tr key={worker.id}>
                  <td class="mono">{worker.id}</td>
                  <td>{worker.host}</td>
                  <td>{worker.version}</td>
                  <td class="mono">{worker.job || 'none'}</td>
                  <td class="number">
                    {worker.busy} of {worker.slots}
                  </td>
                  <td class="number">{makeRate(worker.rate)}</td>
                  <td>
                    <Sparkline
                      rates={rates.get(worker.id) ?? []}
                      label={`Nodes a second of ${worker.id}`}
                    />
                  </td>
                  <td class="number">{worker.busy === 0 ? '–' : makePercent(worker.idle)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Join({ picture }: { readonly picture: ClusterPicture }) {
  const line = joinLine(picture);
  return (
    <section class="panel" aria-label="Join">
      <div class="row">
        <h2 class="grow">Lend a machine</h2>
        {!picture.wantsToken && (
          <button type="button" onClick={() => void copyText('The line', line)}>
            Copy
          </button>
        )}
      </div>
      <p>
        Run on it: <code>{line}</code>
      </p>
      {picture.wantsToken && (
        <p class="muted">
          The token is a secret, so the page does not have it.{' '}
          <code>plyades cluster keys --role worker --name NAME</code> prints a new one on the
          server's machine.
        </p>
      )}
    </section>
  );
}

// What came out of the run that is shown.
import { signal } from '@preact/signals';
import { loadGame } from 'plyades';
import type { ProofSimulation, Simulation } from 'plyades/sim';
import { useEffect } from 'preact/hooks';
import { currentRun, type Run } from '../runs/run.js';
import { makeCount, makePercent, makeTime } from '../ui/format.js';
import { lostPieces } from './kill.js';
import {
  crashWords,
  digestWords,
  makeValue,
  outcomeOf,
  proofWords,
  sizeHint,
  valueWords,
} from './result.js';
import { kills } from './state.js';

const lines = signal<ReadonlyMap<Simulation, readonly string[]>>(new Map());

export function ResultPanel() {
  const run = currentRun.value;
  if (run === undefined) return null;
  const result = run.result.value;
  const proof = run.proof?.value;
  const check = run.digestCheck.value;
  return (
    <section class="panel lab-result" aria-label="Result" data-tour="result">
      <h2>{run.title}</h2>
      <Status run={run} />
      <div aria-live="polite">
        <Crash run={run} />
        {check !== undefined && (
          <p class={`notice ${digestWords(check).kind}`}>{digestWords(check).text}</p>
        )}
      </div>
      {result !== undefined && <Figures simulation={result} />}
      {proof !== undefined && <ProofFigures proof={proof} />}
    </section>
  );
}

function Status({ run }: { readonly run: Run }) {
  run.version.value;
  const result = run.result.value;
  const depth = run.log.value?.depths.at(-1);
  if (result !== undefined) {
    const { kind, text } = valueWords(result);
    return (
      <p class={`notice ${kind} verdict`}>
        <strong class="value">{result.value === undefined ? '–' : makeValue(result.value)}</strong>{' '}
        {text}
      </p>
    );
  }
  const proof = run.proof?.value;
  if (proof !== undefined) {
    const { kind, text } = proofWords(proof);
    return (
      <p class={`notice ${kind} verdict`}>
        <strong class="value">{verdictText[proof.result]}</strong> {text}
      </p>
    );
  }
  if (run.failure.value !== undefined) return <p class="notice bad">{run.failure.value}</p>;
  if (run.status.value === 'stopped') return <p class="notice">The run was stopped.</p>;
  const soFar = depth === undefined ? '' : ` Depth ${depth.depth}: ${makeValue(depth.value)}.`;
  const doing = run.status.value === 'running' ? 'Simulating …' : 'A recorded run.';
  return (
    <p class="notice">
      {doing}
      {soFar}
    </p>
  );
}

/** What the crash did that this run was forked for. */
function Crash({ run }: { readonly run: Run }) {
  const killed = kills.value.find((each) => each.run === run);
  if (killed === undefined) return null;
  run.version.value;
  const log = run.log.value;
  if (log === undefined || !(log.end > killed.at)) return null;
  const pieces = lostPieces(log, killed.process, killed.at);
  const found = run.result.value ?? run.proof?.value;
  const outcome = found && outcomeOf(found);
  const kind = outcome === undefined ? '' : outcome.isSame ? 'good' : 'bad';
  return <p class={`notice ${kind}`}>{crashWords(killed.process, killed.at, pieces, outcome)}</p>;
}

const verdictText: Readonly<Record<ProofSimulation['result'], string>> = {
  proved: 'Proved.',
  disproved: 'Disproved.',
  unknown: 'Unknown.',
};

function ProofFigures({ proof }: { readonly proof: ProofSimulation }) {
  const { processors, speedup, virtualSeconds, sequential, counters, digest, seconds } = proof;
  const hint = sizeHint(processors, speedup, sequential.nodes);
  return (
    <>
      <dl class="headline">
        <Headline name="Speedup" value={speedup.toFixed(2)} more={`of ${makeCount(processors)}`} />
        <Headline name="Efficiency" value={makePercent(speedup / processors)} />
        <Headline name="Time" value={makeTime(virtualSeconds * 1e9)} more="simulated" />
        <Headline name="Master's tree" value={makeCount(proof.treeNodes)} more="nodes" />
      </dl>
      {hint !== undefined && <p class="notice warning">{hint}</p>}
      <table class="figures">
        <tbody>
          <Row
            name="One processor"
            value={`${makeTime(sequential.virtualSeconds * 1e9)}, ${makeCount(sequential.nodes)} nodes of df-pn`}
          />
          <Row name="All together" value={`${makeCount(counters.nodes)} nodes`} />
          <Row
            name="Messages"
            value={`${makeCount(counters.messages)}, ${makeCount(counters.bytes)} bytes`}
          />
          <Row
            name="Overheads"
            value={`${makePercent(proof.searchOverhead)} search, workers idle for ${makePercent(proof.idle)} of their time`}
          />
          <Row name="Digest" value={digest} mono />
          <Row name="Real time" value={`${seconds.toFixed(2)} s`} />
        </tbody>
      </table>
    </>
  );
}

function Figures({ simulation }: { readonly simulation: Simulation }) {
  const { processors, speedup, virtualSeconds, sequential, counters, overheads } = simulation;
  const { digest, seconds } = simulation;
  const hint = sizeHint(processors, speedup, sequential.nodes);
  useEffect(() => {
    void write(simulation);
  }, [simulation]);
  const moves = lines.value.get(simulation);
  return (
    <>
      <dl class="headline">
        <Headline name="Speedup" value={speedup.toFixed(2)} more={`of ${makeCount(processors)}`} />
        <Headline name="Efficiency" value={makePercent(speedup / processors)} />
        <Headline name="Time" value={makeTime(virtualSeconds * 1e9)} more="simulated" />
        <Headline name="Best move" value={moves?.[0] ?? '–'} />
      </dl>
      {hint !== undefined && <p class="notice warning">{hint}</p>}
      <table class="figures">
        <tbody>
          <Row name="Line" value={moves?.join(' ') ?? '–'} />
          <Row
            name="One processor"
            value={`${makeTime(sequential.virtualSeconds * 1e9)}, ${makeCount(sequential.nodes)} nodes`}
          />
          <Row name="All together" value={`${makeCount(counters.nodes)} nodes`} />
          <Row
            name="Messages"
            value={`${makeCount(counters.messages)}, ${makeCount(counters.bytes)} bytes`}
          />
          <Row
            name="Overheads"
            value={`${makePercent(overheads.search)} search, ${makePercent(overheads.speculative)} speculative, ${makePercent(overheads.parallelization)} parallelization, ${makePercent(overheads.master)} master`}
          />
          <Row
            name="Idle"
            value={`${makePercent(overheads.startIdle)} at the start, ${makePercent(overheads.otherIdle)} later`}
          />
          <Row name="Digest" value={digest} mono />
          <Row name="Real time" value={`${seconds.toFixed(2)} s`} />
        </tbody>
      </table>
    </>
  );
}

function Headline(props: {
  readonly name: string;
  readonly value: string;
  readonly more?: string;
}) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        {props.value} {props.more !== undefined && <small>{props.more}</small>}
      </dd>
    </div>
  );
}

function Row(props: { readonly name: string; readonly value: string; readonly mono?: boolean }) {
  return (
    <tr>
      <th scope="row">{props.name}</th>
      <td class={props.mono ? 'mono' : ''}>{props.value}</td>
    </tr>
  );
}

/** The moves of a line as the game writes them. */
async function write(simulation: Simulation): Promise<void> {
  if (lines.peek().has(simulation)) return;
  const { notation } = await loadGame(simulation.game);
  const moves = simulation.line.map((move) => notation.makeMove(move));
  lines.value = new Map([...lines.peek()].slice(-8)).set(simulation, moves);
}

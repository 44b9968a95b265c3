// Where the speedup went, as a waterfall: a table whose rows hold the bars, so that it reads the same by eye and by ear.
import type { Simulation } from 'plyades/sim';
import { makePercent } from '../ui/format.js';
import { lossTexts, waitTexts } from './loss-texts.js';
import { NOTHING, rankCauses, sayCauses } from './verdict.js';
import type { Waits } from './waits.js';
import { type Loss, type LossKind, lossKinds, makeWaterfall, type Waterfall } from './waterfall.js';

export interface MeasuredResult {
  readonly title: string;
  readonly result: Simulation;
  /** What idle workers waited for, by the trace. */
  readonly waits: Waits | undefined;
}

interface Column extends MeasuredResult {
  readonly waterfall: Waterfall;
}

/** The waterfalls of one run or two: the words are about the first. */
export function WaterfallPanel({ runs }: { readonly runs: readonly MeasuredResult[] }) {
  const columns: Column[] = [];
  for (const run of runs) {
    const waterfall = makeWaterfall(run.result);
    if (waterfall !== undefined) columns.push({ ...run, waterfall });
  }
  const missing = runs.filter(({ result }) => columns.every((column) => column.result !== result));
  const isPair = columns.length > 1;
  return (
    <>
      {missing.map(({ title, result }) => (
        <p key={title} class="notice warning">
          {title} has no speedup{result.failure === undefined ? '' : `: ${result.failure}`}. Run it
          without a time limit, or with fewer faults.
        </p>
      ))}
      {columns.length > 0 && (
        <table class={isPair ? 'waterfall pair' : 'waterfall'}>
          <caption class="visually-hidden">
            From linear speedup down to the real one: processors that each overhead takes on average
          </caption>
          <colgroup>
            <col class="name-column" />
            {columns.map(({ title }) => [
              <col key={`${title} bar`} />,
              <col key={`${title} number`} class="number-column" />,
            ])}
          </colgroup>
          <thead class={isPair ? '' : 'visually-hidden'}>
            <tr>
              <th scope="col">Overhead</th>
              {columns.map(({ title }) => (
                <th key={title} scope="col" colSpan={2}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <TotalRow name="Linear speedup" kind="linear" {...{ columns }} />
            {lossKinds.map((kind) => (
              <LossRow key={kind} {...{ kind, columns }} />
            ))}
            <TotalRow name="Speedup" kind="speedup" {...{ columns }} />
          </tbody>
        </table>
      )}
    </>
  );
}

function TotalRow(props: {
  readonly name: string;
  readonly kind: 'linear' | 'speedup';
  readonly columns: readonly Column[];
}) {
  const { name, kind, columns } = props;
  return (
    <tr class="total">
      <th scope="row">{name}</th>
      {columns.map(({ title, waterfall }) => {
        const level = kind === 'linear' ? waterfall.processors : waterfall.speedup;
        return [
          <td key={`${title} bar`} class="bar">
            <Bar {...{ waterfall, kind }} from={level} to={0} />
          </td>,
          <td key={`${title} number`} class="number">
            {level.toFixed(2)}
          </td>,
        ];
      })}
    </tr>
  );
}

function LossRow({ kind, columns }: { kind: LossKind; columns: readonly Column[] }) {
  const { name, definition } = lossTexts[kind];
  const losses = columns.map(({ waterfall }) => lossOf(waterfall, kind));
  const isNothing = losses.every(({ processors }) => Math.abs(processors) < NOTHING);
  return (
    <tr class={isNothing ? 'nothing' : ''}>
      <th scope="row">
        <span title={definition}>{name}</span>
        <LossAbout loss={losses[0]!} waits={columns[0]!.waits} />
      </th>
      {columns.map(({ title, waterfall, result }, i) => {
        const { processors, from, to } = losses[i]!;
        const sign = Math.abs(processors) < NOTHING ? '' : processors < 0 ? '+' : '−';
        return [
          <td key={`${title} bar`} class="bar">
            <Bar {...{ waterfall, from, to }} kind={processors < 0 ? 'gain' : 'loss'} />
          </td>,
          <td key={`${title} number`} class="number">
            {sign}
            {Math.abs(processors).toFixed(2)}
            <span class="muted share">{overheadOf(kind, result)}</span>
          </td>,
        ];
      })}
    </tr>
  );
}

function LossAbout({ loss, waits }: { loss: Loss; waits: Waits | undefined }) {
  const { kind, processors } = loss;
  const { about, attempt } = lossTexts[kind];
  if (Math.abs(processors) < NOTHING) return <span class="about">None in this run.</span>;
  if (processors < 0) return <span class="about">{gainText(kind)}</span>;
  const causes = kind === 'otherIdle' && waits !== undefined ? rankCauses(waits) : [];
  return (
    <span class="about">
      {about}
      {causes.length > 0 && ` ${sayCauses(waits!)}`}
      <em> Try: {causes.length > 0 ? waitTexts[causes[0]!].attempt : attempt}</em>
    </span>
  );
}

const lossOf = ({ losses }: Waterfall, kind: LossKind): Loss =>
  losses.find((loss) => loss.kind === kind)!;

/** The thesis's figure beside ours. */
function overheadOf(kind: LossKind, { overheads }: Simulation): string {
  return kind === 'rest' ? '' : makePercent(overheads[kind]);
}

function gainText(kind: LossKind): string {
  return kind === 'search'
    ? 'The processors together searched fewer positions than one alone: a gain.'
    : 'The master searched some positions itself, more than messages cost: a gain.';
}

function Bar(props: { waterfall: Waterfall; from: number; to: number; kind: string }) {
  const { waterfall, from, to, kind } = props;
  const most = Math.max(waterfall.processors, ...waterfall.losses.map((loss) => loss.to));
  const x = (value: number) => (100 * value) / most;
  const left = x(Math.min(from, to));
  const right = x(Math.max(from, to));
  return (
    <svg aria-hidden="true">
      <line class="level" x1={percent(x(to))} x2={percent(x(to))} y1="50%" y2="100%" />
      <line class="level" x1={percent(x(from))} x2={percent(x(from))} y1="0" y2="50%" />
      <svg y="50%" overflow="visible" aria-hidden="true">
        <rect
          class={kind}
          x={percent(left)}
          width={percent(Math.max(0.3, right - left))}
          y={-9}
          height={18}
        />
      </svg>
    </svg>
  );
}

const percent = (part: number): string => `${part}%`;

// The states and how much of the visible span each of them takes, of all processes or of the selected one.
import { makePercent } from '../ui/format.js';
import type { LaneLog } from './lane-log.js';
import { laneStates, stateTexts } from './states.js';
import { selected, span } from './view-state.js';

export function Legend(props: {
  readonly log: LaneLog;
  /** A second run, whose shares stand beside those of the first. */
  readonly other: LaneLog | undefined;
}) {
  const { log, other } = props;
  const process = selected.value;
  const shares = log.shares(span.value, process);
  const otherShares = other?.shares(span.value, process);
  const { messageSampling } = log.log;
  return (
    <section class="legend" aria-label="States and their shares">
      <table>
        <caption class="muted">
          {process === undefined ? 'All processes' : `Process ${process}`}, visible time
        </caption>
        {otherShares !== undefined && (
          <thead class="muted">
            <tr>
              <th scope="col">State</th>
              <th scope="col">This run</th>
              <th scope="col">Other run</th>
            </tr>
          </thead>
        )}
        <tbody>
          {laneStates.map((state, code) => (
            <tr key={state} title={stateTexts[state].about}>
              <th scope="row">
                <i class={`swatch ${state}`} />
                {stateTexts[state].name}
              </th>
              <td>{makePercent(shares[code]!)}</td>
              {otherShares !== undefined && <td>{makePercent(otherShares[code]!)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {messageSampling > 1 && (
        <p class="muted small">
          The trace keeps one in {messageSampling} messages: more of the waiting is “on the way”
          than is shown.
        </p>
      )}
    </section>
  );
}

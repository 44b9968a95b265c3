// What a process does at a moment: the card under the pointer, and that of the selected process.
import { makeCount, makeTime } from '../ui/format.js';
import type { WriteLine } from './game-lines.js';
import { type LaneMoment, nameOf } from './moment.js';
import { stateTexts } from './states.js';
import { makeMoment } from './time-axis.js';

const faultNames = { crash: 'crashed', pause: 'paused', slow: 'slowed down' } as const;

export function MomentCard({ moment, write }: { moment: LaneMoment; write: WriteLine }) {
  const { process, at, isMaster, state, since, until, piece, coming, fault } = moment;
  return (
    <div class="moment-card">
      <p class="moment-head">
        <strong>{nameOf(process, isMaster)}</strong>
        <span class="muted">at {makeMoment(at)}</span>
      </p>
      {state === undefined ? (
        <p class="muted">No record of this moment.</p>
      ) : (
        <>
          <p class="moment-state">
            <i class={`swatch ${state}`} />
            {stateTexts[state].name}
            <span class="muted">
              for {makeTime(until - since)}, since {makeMoment(since)}
            </span>
          </p>
          {piece !== undefined && (
            <table class="figures">
              <tbody>
                <tr>
                  <th scope="row">Piece</th>
                  <td class="mono path">{write(piece.path) || 'the root'}</td>
                </tr>
                <tr>
                  <th scope="row">Depth</th>
                  <td>
                    {Number.isNaN(piece.depth) ? '–' : piece.depth}
                    {piece.ahead && ', ahead of any request'}
                  </td>
                </tr>
                <tr>
                  <th scope="row">Window</th>
                  <td>
                    {makeValue(piece.alpha)} … {makeValue(piece.beta)}
                  </td>
                </tr>
                <tr>
                  <th scope="row">Nodes</th>
                  <td>
                    {makeCount(piece.nodes)}
                    {piece.outcome !== undefined && `, ${outcomes[piece.outcome]}`}
                    {!Number.isNaN(piece.value) && `, value ${makeValue(piece.value)}`}
                  </td>
                </tr>
              </tbody>
            </table>
          )}
        </>
      )}
      {fault !== undefined && (
        <p class="bad">
          A fault has {faultNames[fault.type]} it at {makeMoment(fault.at)}
          {!Number.isNaN(fault.until) && `, until ${makeMoment(fault.until)}`}.
        </p>
      )}
      {coming.map(({ from, sentAt, receivedAt, bytes }) => (
        <p key={`${from} ${sentAt} ${receivedAt}`} class="muted">
          On its way: {makeCount(bytes)} bytes from process {from}, {makeTime(receivedAt - sentAt)}
        </p>
      ))}
    </div>
  );
}

const outcomes = { done: 'done', left: 'given up', unfinished: 'unfinished' } as const;

/** Open ends of a window lie beyond any value of a game. */
const OPEN = 510_000;
const WON = 490_000;

function makeValue(value: number): string {
  if (Number.isNaN(value)) return '–';
  const sign = value < 0 ? '−' : '';
  if (Math.abs(value) >= OPEN) return `${sign}∞`;
  if (Math.abs(value) > WON) return value < 0 ? 'lost' : 'won';
  return `${sign}${Math.abs(value)}`;
}

// Which messages are drawn as arcs, how many of them there are, and those of the selected process around the playhead.
import { time } from '../runs/playhead.js';
import { Select } from '../ui/fields.js';
import { makeCount, makeTime } from '../ui/format.js';
import { MAX_ARCS, shownMessages } from './arcs.js';
import type { LaneLog } from './lane-log.js';
import { firstSentAt } from './message-index.js';
import { makeMoment } from './time-axis.js';
import { type ArcChoice, arcs, selected } from './view-state.js';

/** Messages in the list: half before the playhead, half after. */
const LISTED = 8;

const choices: readonly { readonly value: ArcChoice; readonly text: string }[] = [
  { value: 'none', text: 'none' },
  { value: 'selected', text: 'of the selected process' },
  { value: 'all', text: `all, up to ${MAX_ARCS.toLocaleString('en-US')}` },
];

export function MessagesPanel({ log }: { readonly log: LaneLog }) {
  const process = selected.value;
  return (
    <section class="column messages" aria-label="Messages">
      <Select
        label="Messages drawn as arcs"
        value={arcs.value}
        options={choices}
        onChange={(value) => {
          arcs.value = value;
        }}
      />
      <p class="muted small">{sayShown(log)}</p>
      {process !== undefined && arcs.value !== 'none' && <MessageList {...{ log, process }} />}
    </section>
  );
}

function sayShown(log: LaneLog): string {
  const sampling = log.log.messageSampling;
  const kept = sampling > 1 ? ` The trace keeps one in ${sampling} messages.` : '';
  const found = shownMessages(log);
  if (found === undefined) {
    return arcs.value === 'selected' ? `Select a process to see its messages.${kept}` : kept;
  }
  const { messages, count } = found;
  const shown =
    messages.length === count
      ? `${makeCount(count)} messages in the visible time.`
      : `${makeCount(messages.length)} of ${makeCount(count)} messages in the visible time, evenly chosen: zoom in to see all.`;
  return shown + kept;
}

function MessageList({ log, process }: { log: LaneLog; process: number }) {
  const at = time.value;
  const all = log.messages.of(process);
  const middle = firstSentAt(all, at);
  const first = Math.max(0, Math.min(middle - LISTED / 2, all.length - LISTED));
  const rows = all.slice(first, first + LISTED);
  if (rows.length === 0) return <p class="muted small">Process {process} has no messages.</p>;
  return (
    <table class="figures small message-list">
      <caption class="muted">Around {makeMoment(at)}</caption>
      <thead>
        <tr>
          <th scope="col">Sent</th>
          <th scope="col">Way</th>
          <th scope="col">Bytes</th>
          <th scope="col">Takes</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ from, to, sentAt, receivedAt, bytes }, i) => (
          <tr key={first + i} class={sentAt <= at && receivedAt > at ? 'now' : ''}>
            <td class="number">{makeMoment(sentAt)}</td>
            <td class="number">
              {from} → {to}
            </td>
            <td class="number">{makeCount(bytes)}</td>
            <td class="number">
              {Number.isNaN(receivedAt) ? 'lost' : makeTime(receivedAt - sentAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

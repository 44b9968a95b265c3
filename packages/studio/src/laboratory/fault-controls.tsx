// The faults of a run: none, drawn by the seed, or chosen ones. The search must come to the same value under all of them.
import { signal } from '@preact/signals';
import type { ProcessFault } from 'plyades/sim';
import { Select, Slider, TextField } from '../ui/fields.js';
import { makeTime } from '../ui/format.js';
import { packetKinds, packetWords, RANDOM, readPlan, withoutFault, withShare } from './faults.js';
import { edit, form } from './state.js';

const choosing = signal(false);
/** Of the packets, as much as the sliders reach; the text can have more. */
const MOST_PERCENT = 30;

export function FaultControls() {
  const { faults, processors } = form.value;
  const chosen =
    faults === RANDOM ? 'random' : faults === 'none' && !choosing.value ? 'none' : 'own';
  const read = chosen === 'own' ? readPlan(faults, processors) : undefined;
  return (
    <fieldset data-tour="faults">
      <legend>Faults</legend>
      <Select
        label="What goes wrong"
        value={chosen}
        options={[
          { value: 'none', text: 'nothing' },
          { value: 'random', text: 'drawn by the seed' },
          { value: 'own', text: 'your own choice' },
        ]}
        onChange={(kind) => {
          choosing.value = kind === 'own';
          const own = faults === RANDOM ? 'none' : faults;
          edit({ faults: kind === 'own' ? own : kind });
        }}
      />
      {chosen === 'own' && (
        <>
          {packetKinds.map((kind) => {
            const percent = read !== undefined && 'plan' in read ? read.plan.packets[kind] : 0;
            return (
              <Slider
                key={kind}
                label={packetWords[kind]}
                value={percent}
                min={0}
                max={MOST_PERCENT}
                text={`${percent} %`}
                onInput={(share) => edit({ faults: withShare(faults, processors, kind, share) })}
              />
            );
          })}
          {read !== undefined && 'plan' in read && read.plan.processes.length > 0 && (
            <ul class="fault-list" aria-label="Faults of processors">
              {read.plan.processes.map((fault, index) => (
                <li key={`${fault.type}-${fault.process}-${fault.at}`} class="row">
                  <span class="grow">{faultText(fault)}</span>
                  <button
                    type="button"
                    aria-label={`Remove: ${faultText(fault)}`}
                    onClick={() => edit({ faults: withoutFault(faults, processors, index) })}
                  >
                    ×
                  </button>
                </li>
              ))}
            </ul>
          )}
          <TextField
            label="As text, such as crash:3@20ms+50ms,lose:5%"
            value={faults}
            error={read !== undefined && 'error' in read ? read.error : undefined}
            onChange={(text) => edit({ faults: text.trim() === '' ? 'none' : text.trim() })}
          />
          <p class="hint">To crash a processor, click it while a run is shown.</p>
        </>
      )}
    </fieldset>
  );
}

function faultText(fault: ProcessFault): string {
  const at = makeTime(fault.at * 1e9);
  if (fault.type === 'slow') {
    return `Processor ${fault.process} is ${fault.factor} times as slow from ${at}`;
  }
  const what = fault.type === 'crash' ? 'crashes' : 'pauses';
  return `Processor ${fault.process} ${what} at ${at} for ${makeTime(fault.seconds * 1e9)}`;
}

// A run as a link and as a command. Both make it again, bit for bit.

import { addressOfRun } from '../runs/link.js';
import { currentRun } from '../runs/run.js';
import { route } from '../shell/route.js';
import { copyText } from '../ui/save.js';

export function Share() {
  const run = currentRun.value;
  const packed = route.value.parameters.get('run');
  if (run?.request === undefined) return null;
  const link = packed === undefined ? undefined : addressOfRun(location.href, packed);
  const isOver = run.status.value === 'done';
  // Proofs and custom profiles have no short command: there the link says it all.
  const isNamed = typeof run.request.profile === 'string' && run.proof?.value === undefined;
  const byLink = isOver && link !== undefined ? `plyades sim --link '${link}'` : undefined;
  const command = isNamed ? run.result.value?.command : byLink;
  return (
    <section class="panel lab-share" aria-label="Share the run" data-tour="share">
      <div class="row">
        <h2 class="grow">The same run again</h2>
        <button
          type="button"
          disabled={link === undefined}
          onClick={() => void copyText('The link', link!)}
        >
          Copy link
        </button>
        <button
          type="button"
          disabled={command === undefined}
          onClick={() => void copyText('The command', command!)}
        >
          Copy command
        </button>
      </div>
      <p class="muted">
        {!isOver
          ? 'When the run has ended, its link has a digest of everything that happened.'
          : 'Opening the link runs the simulation again and compares the digest.'}
      </p>
      {command !== undefined && <code class="command">{command}</code>}
    </section>
  );
}

// The proof as an outline: each reply can be opened to see what the proof does about it. A branch is read from the file
// when it is opened, so that a proof of a million positions costs no more than what is looked at.
import type { OpenedProof, ProofPosition } from 'plyades';
import { useState } from 'preact/hooks';
import { repliesAt } from './walk.js';

/** Branches of a node that are listed. */
const MOST_BRANCHES = 100;

export function ProofTree({ opened }: { readonly opened: OpenedProof }) {
  return (
    <ul class="proof-tree">
      <Given key={opened.header.sha256} opened={opened} at={opened.root} prefix="" isOpen />
    </ul>
  );
}

/** A move of the proving side, or the replies at once where the other side is to move. */
function Given(props: {
  readonly opened: OpenedProof;
  readonly at: ProofPosition;
  readonly prefix: string;
  readonly isOpen?: boolean;
}) {
  const { opened, at, prefix, isOpen = false } = props;
  const { game } = opened;
  const text = at.kind === 'move' ? game.writeMove(at.position, at.moves[0]!) : '';
  const label = [prefix, text].filter((part) => part !== '').join(' ') || 'Root';
  const next = at.kind === 'move' ? after(opened, at, at.moves[0]!) : at;
  return <Branch opened={opened} label={label} at={next} isOpen={isOpen} />;
}

function Branch(props: {
  readonly opened: OpenedProof;
  readonly label: string;
  /** Undefined where the file is wrong. */
  readonly at: ProofPosition | undefined;
  readonly isOpen: boolean;
}) {
  const { opened, label, at } = props;
  const [isOpen, setOpen] = useState(props.isOpen);
  if (at === undefined) return <li>{label}: the proof is wrong here</li>;
  if (at.kind === 'over') return <li>{label} ■</li>;
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{label}</summary>
        {isOpen && <Below opened={opened} at={at} />}
      </details>
    </li>
  );
}

function Below({ opened, at }: { readonly opened: OpenedProof; readonly at: ProofPosition }) {
  if (at.kind === 'move') {
    return (
      <ul>
        <Given opened={opened} at={at} prefix="" />
      </ul>
    );
  }
  const replies = repliesAt(opened, at);
  return (
    <ul>
      {replies.slice(0, MOST_BRANCHES).map(({ move, text }) => {
        const next = after(opened, at, move);
        return next === undefined || next.kind === 'over' ? (
          <Branch key={move} opened={opened} label={text} at={next} isOpen={false} />
        ) : (
          <Given key={move} opened={opened} at={next} prefix={text} />
        );
      })}
      {replies.length > MOST_BRANCHES && (
        <li class="muted">and {replies.length - MOST_BRANCHES} more</li>
      )}
    </ul>
  );
}

function after({ play }: OpenedProof, at: ProofPosition, move: number): ProofPosition | undefined {
  try {
    return play(at, move);
  } catch {
    return undefined;
  }
}

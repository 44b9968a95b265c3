// A proof on the board: the proving side's moves are played by the proof, the other side's by the reader.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Board } from '../boards/board.js';
import { boardGameOf } from '../boards/games/index.js';
import { makeCount } from '../ui/format.js';
import { notifyError } from '../ui/notices.js';
import { saveFile } from '../ui/save.js';
import {
  cancelVerification,
  closeProof,
  type LoadedProof,
  verification,
  verifyProof,
  walk,
} from './state.js';
import { ProofTree } from './tree.js';
import { goTo, playReply, repliesAt, shownStep, type Walk } from './walk.js';
import { claimWords, endWords, type SideNames, taskWords, verdictWords } from './words.js';

/** Names that a verb in the singular can follow. */
function sidesOf(game: string): SideNames {
  if (game === 'tic-tac-toe') return ['X', 'O'];
  return boardGameOf(game)?.sides ?? ['The first side', 'The second side'];
}

export function ProofWalkView({ loaded }: { readonly loaded: LoadedProof }) {
  const now = walk.value;
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  if (now === undefined) return null;
  const { opened } = loaded;
  const { game, header, prover } = opened;
  const sides = sidesOf(game.id);
  const other = sides[prover === 0 ? 1 : 0];
  const { at, move } = shownStep(now);
  const change = (next: () => Walk) => {
    try {
      walk.value = next();
    } catch (error) {
      notifyError(error);
    }
  };
  const reply = (chosen: number) => change(() => playReply(opened, now, chosen));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys step; the buttons do the same.
    <div
      ref={main}
      class="proof-walk"
      tabIndex={-1}
      onKeyDown={(event) => {
        const isElsewhere = event.target instanceof Element && event.target.closest('svg, input');
        const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
        const step = steps[event.key];
        if (step === undefined || isElsewhere) return;
        event.preventDefault();
        walk.value = goTo(now, now.shown + step);
      }}
    >
      <section class="panel proof-board" aria-label="Board">
        <Board
          game={game}
          position={at.position}
          lastMove={move}
          legal={at.kind === 'replies' ? at.moves : undefined}
          onMove={reply}
        />
      </section>
      <div class="column proof-side">
        <section class="panel" aria-label="The claim">
          <h1>{claimWords(header, sides)}</h1>
          <p class="muted">
            {game.notation.title} · {makeCount(header.nodes)} positions ·{' '}
            {makeCount(loaded.bytes.length)} bytes · {loaded.name}
          </p>
          <Verify nodes={header.nodes} title={game.notation.title} />
          <div class="row">
            <button
              type="button"
              onClick={() => saveFile(loaded.name, loaded.bytes, 'application/octet-stream')}
            >
              Save the file
            </button>
            <button type="button" onClick={closeProof}>
              Another proof
            </button>
          </div>
        </section>
        <section class="panel proof-way" aria-label="The way through the proof">
          <Breadcrumbs now={now} />
          <p aria-live="polite">
            <strong>
              {at.kind === 'over'
                ? endWords(opened, at, sides)
                : taskWords(at, sides[prover], other)}
            </strong>
          </p>
          <Replies loaded={loaded} now={now} onReply={reply} />
        </section>
        <section class="panel" aria-label="The tree of the proof">
          <h2>The tree</h2>
          <ProofTree opened={opened} />
        </section>
      </div>
    </div>
  );
}

function Breadcrumbs({ now }: { readonly now: Walk }) {
  return (
    <nav class="row breadcrumbs" aria-label="Moves so far">
      <button
        type="button"
        aria-label="One move back"
        disabled={now.shown === 0}
        onClick={() => {
          walk.value = goTo(now, now.shown - 1);
        }}
      >
        ◂
      </button>
      <button
        type="button"
        aria-label="One move on"
        disabled={now.shown === now.steps.length - 1}
        onClick={() => {
          walk.value = goTo(now, now.shown + 1);
        }}
      >
        ▸
      </button>
      <ol>
        {now.steps.map(({ text }, index) => (
          <li key={index}>
            <button
              type="button"
              class="crumb"
              aria-current={index === now.shown ? 'step' : undefined}
              onClick={() => {
                walk.value = goTo(now, index);
              }}
            >
              {index === 0 ? 'Root' : text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** More would make a page that scrolls for long; the board takes all of them. */
const MOST_LISTED = 200;

function Replies(props: {
  readonly loaded: LoadedProof;
  readonly now: Walk;
  readonly onReply: (move: number) => void;
}) {
  const { at } = shownStep(props.now);
  const replies = useMemo(() => repliesAt(props.loaded.opened, at), [at]);
  if (at.kind === 'move') {
    return (
      <button type="button" class="primary" onClick={() => props.onReply(at.moves[0]!)}>
        Play {props.loaded.opened.game.writeMove(at.position, at.moves[0]!)}
      </button>
    );
  }
  return (
    <ul class="replies" aria-label="Replies; ■ ends the game">
      {replies.slice(0, MOST_LISTED).map(({ move, text, answer, ends }) => (
        <li key={move}>
          <button type="button" onClick={() => props.onReply(move)}>
            <strong>{text}</strong>
            {answer !== '' && <span class="muted"> then {answer}</span>}
            {ends && <span class="ends"> ■</span>}
          </button>
        </li>
      ))}
      {replies.length > MOST_LISTED && (
        <li class="muted">and {makeCount(replies.length - MOST_LISTED)} more, on the board</li>
      )}
    </ul>
  );
}

function Verify({ nodes, title }: { readonly nodes: number; readonly title: string }) {
  const now = verification.value;
  return (
    <div class="verify" aria-live="polite">
      {now?.status === 'running' ? (
        <div class="row">
          <progress max={nodes} value={now.positions} aria-label="Positions checked" />
          <span class="muted">
            {makeCount(now.positions)} of {makeCount(nodes)}
          </span>
          <button type="button" onClick={cancelVerification}>
            Cancel
          </button>
        </div>
      ) : (
        <div class="row">
          <button type="button" class="primary" onClick={verifyProof}>
            Verify
          </button>
          {now === undefined && (
            <span class="muted">Plays every line by the rules, in this tab.</span>
          )}
        </div>
      )}
      {now?.status === 'done' && (
        <p class={`notice ${verdictWords(now.verified, title).kind}`}>
          {verdictWords(now.verified, title).text}
        </p>
      )}
      {now?.status === 'failed' && (
        <p class="notice bad">The file could not be checked: {now.message}</p>
      )}
    </div>
  );
}

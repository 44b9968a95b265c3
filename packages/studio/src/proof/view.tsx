// The proof view: open the file of a proof or solve a position, walk through it on the board, and verify it.
import { signal } from '@preact/signals';
import { type Goal, gameNames, goals } from 'plyades';
import { useEffect } from 'preact/hooks';
import { FileButton, Select, TextField } from '../ui/fields.js';
import { makeCount } from '../ui/format.js';
import { problems } from './problems.js';
import { makeProof, openFile, proof, restoreProof, solving, stopSolving } from './state.js';
import { ProofWalkView } from './walk-view.js';
import './proof.css';

export default function ProofView() {
  useEffect(() => void restoreProof(), []);
  const loaded = proof.value;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be dropped anywhere; the button does the same.
    <div
      class="proof"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) void openFile(file);
      }}
    >
      {loaded === undefined ? <Beginning /> : <ProofWalkView loaded={loaded} />}
    </div>
  );
}

const isOwn = signal(false);
const chosen = signal(0);
const game = signal<string>('chess');
const position = signal('');
const goal = signal<Goal>('win');

function Beginning() {
  const busy = solving.value;
  const problem = problems[chosen.value]!;
  const start = () => {
    const what = isOwn.value
      ? { game: game.value, position: position.value, goal: goal.value }
      : problem;
    void makeProof(what.game, what.position, what.goal);
  };
  return (
    <section class="panel proof-begin">
      <h1>Prove it, then check it</h1>
      <p>
        A proof answers every reply of the losing side. Solve a position here, or open a file that{' '}
        <code>plyades solve --proof FILE</code> wrote; you can also drop it on this page.
      </p>
      <div class="proof-choices">
        <form
          class="column"
          aria-label="Solve a position"
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
        >
          <h2>Solve a position</h2>
          <Select
            label="Position"
            value={isOwn.value ? 'own' : String(chosen.value)}
            options={[
              ...problems.map(({ name }, index) => ({ value: String(index), text: name })),
              { value: 'own', text: 'Your own …' },
            ]}
            onChange={(value) => {
              isOwn.value = value === 'own';
              if (value !== 'own') chosen.value = Number(value);
            }}
          />
          {isOwn.value && <OwnPosition />}
          <div class="row">
            <button type="submit" class="primary" disabled={busy !== undefined}>
              Solve it
            </button>
            {busy !== undefined && (
              <button type="button" onClick={stopSolving}>
                Stop
              </button>
            )}
            <span class="muted" aria-live="polite">
              {busy !== undefined && `Solving: ${makeCount(busy.nodes)} nodes`}
            </span>
          </div>
        </form>
        <div class="column">
          <h2>Open a proof</h2>
          <div>
            <FileButton accept=".proof,.plyproof,application/octet-stream" onFile={openFile}>
              Choose a file …
            </FileButton>
          </div>
          <p class="muted">The file stays in this tab. It is read and checked, never run.</p>
        </div>
      </div>
    </section>
  );
}

function OwnPosition() {
  return (
    <>
      <Select
        label="Game"
        value={game.value}
        options={gameNames.filter((name) => name !== 'synthetic')}
        onChange={(name) => {
          game.value = name;
        }}
      />
      <TextField
        label="Position (the start when empty)"
        value={position.value}
        onChange={(text) => {
          position.value = text.trim();
        }}
      />
      <Select
        label="The side to move"
        value={goal.value}
        options={goals.map((name) => ({ value: name, text: goalWords[name] }))}
        onChange={(name) => {
          goal.value = name;
        }}
      />
    </>
  );
}

const goalWords: Readonly<Record<Goal, string>> = {
  win: 'wins',
  draw: 'holds at least a draw',
  mate: 'mates (chess and shogi)',
};

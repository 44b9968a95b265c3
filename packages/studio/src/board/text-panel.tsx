// The position as text, and the game as a file: copy, paste, open, save.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { acceptedFiles, type FormatName, formatsOf } from '../formats/index.js';
import { FileButton, Select } from '../ui/fields.js';
import { copy, openFile, openText, saveGame } from './files.js';
import { positionAt } from './game-on-board.js';
import { played } from './session.js';

export function TextPanel() {
  return (
    <section class="panel text-panel" aria-label="Position and game as text">
      <PositionField />
      <SaveRow />
    </section>
  );
}

function PositionField() {
  const now = played.value!;
  const text = now.game.notation.makePosition(positionAt(now));
  const draft = useSignal<string | undefined>(undefined);
  const error = useSignal<string | undefined>(undefined);
  const id = useId();
  const apply = async () => {
    error.value = await openText(draft.value ?? text, '');
    if (error.value === undefined) draft.value = undefined;
  };
  return (
    <>
      <div class="field">
        <label for={id}>
          Position, or paste one of any game (FEN, SFEN, PDN …) or a whole game
        </label>
        <textarea
          id={id}
          rows={3}
          spellcheck={false}
          value={draft.value ?? text}
          aria-invalid={error.value === undefined ? undefined : true}
          aria-describedby={error.value === undefined ? undefined : `${id}-error`}
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value;
            error.value = undefined;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') draft.value = undefined;
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            void apply();
          }}
        />
        {error.value !== undefined && (
          <p id={`${id}-error`} class="field-error" role="alert">
            {error.value}
          </p>
        )}
      </div>
      <div class="row">
        <button type="button" disabled={draft.value === undefined} onClick={() => void apply()}>
          Set up
        </button>
        <button type="button" onClick={() => void copy(text, 'The position')}>
          Copy
        </button>
        <button type="button" onClick={() => void copy(location.href, 'A link to this game')}>
          Copy link
        </button>
      </div>
    </>
  );
}

function SaveRow() {
  const now = played.value!;
  const formats = formatsOf(now.game.id);
  const chosen = useSignal<FormatName | undefined>(undefined);
  const { name } = formats.find((each) => each.name === chosen.value) ?? formats[0]!;
  return (
    <div class="row save-row">
      <FileButton accept={`${acceptedFiles},.txt`} onFile={(file) => void openFile(file)}>
        Open a game file …
      </FileButton>
      <span class="grow" />
      <Select
        label="Format"
        value={name}
        options={formats.map((each) => ({ value: each.name, text: each.title }))}
        onChange={(value) => {
          chosen.value = value;
        }}
      />
      <button type="button" onClick={() => void saveGame(name)}>
        Save
      </button>
    </div>
  );
}

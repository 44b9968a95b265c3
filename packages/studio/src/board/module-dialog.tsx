// Asks before a module's code runs.
import { useEffect, useRef } from 'preact/hooks';
import { offeredModule, runModule } from './files.js';

export function ModuleDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const file = offeredModule.value;
  useEffect(() => {
    if (file !== undefined) dialog.current?.showModal();
    else dialog.current?.close();
  }, [file]);
  const close = () => {
    offeredModule.value = undefined;
  };
  return (
    <dialog ref={dialog} class="board-dialog panel" aria-label="Open a module" onClose={close}>
      <h2>Run {file?.name ?? 'the module'}?</h2>
      <p>
        A game module is a program. Opening it runs its code in this page and in its workers, with
        everything this page may do. Open only modules that you wrote or trust.
      </p>
      <p class="muted">
        It should be compiled JavaScript that exports a game made with <code>defineGame</code> and
        imports nothing but <code>plyades</code>.
      </p>
      <div class="row">
        <button
          type="button"
          class="primary"
          onClick={() => {
            close();
            if (file !== undefined) void runModule(file);
          }}
        >
          Run it
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}

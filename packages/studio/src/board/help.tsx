// The keys of this view.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export const isHelpOpen = signal(false);

const keys: readonly (readonly [keys: readonly string[], action: string])[] = [
  [['←', '→'], 'the move before, the next move'],
  [['Home', 'End'], 'the first position, the last one'],
  [['h'], 'mark a good move'],
  [['a'], 'analysis on or off'],
  [['t'], 'take back the last move'],
  [['n'], 'new game'],
  [['f'], 'turn the board'],
  [['m'], 'type a move'],
  [['Ctrl+Z', 'Ctrl+Y'], 'undo or redo a set-up, a new game, a move taken back'],
  [['Tab', '↑', '↓', 'Enter'], 'reach the board, walk over its squares, pick a square'],
  [['?'], 'this list'],
];

export function HelpDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isHelpOpen.value]);
  return (
    <dialog
      ref={dialog}
      class="board-dialog panel"
      aria-label="Keys"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <h2>Keys</h2>
      <table class="figures">
        <tbody>
          {keys.map(([names, action]) => (
            <tr key={action}>
              <th scope="row">
                <span class="keys">
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </span>
              </th>
              <td>{action}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

// Paths of pieces as players write moves. Only games of the library are loaded: a trace may name any module, and nothing
// that a trace names is run.
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { isGameName, loadGame, unwrap } from 'plyades';
import type { TraceHeader } from 'plyades/trace';
import { useEffect, useMemo } from 'preact/hooks';
import type { Run } from '../runs/run.js';

export type WriteLine = (path: readonly number[]) => string;

/** Moves by their numbers, until the game is loaded or where it is not one of the library's. */
const writeNumbers: WriteLine = (path) => path.map((move) => `#${move}`).join(' ');

/** Writes paths of a run. */
export function useWriteLine(run: Run | undefined): ReadonlySignal<WriteLine> {
  const write = useMemo(() => signal(writeNumbers), [run]);
  useEffect(() => {
    if (run === undefined) return;
    const dispose = effect(() => {
      const header = run.log.value?.header;
      if (header === undefined) return;
      loadWriter(header).then(
        (writer) => {
          write.value = writer;
        },
        // A position that the game does not read leaves the numbers.
        () => {},
      );
    });
    return dispose;
  }, [run, write]);
  return write;
}

async function loadWriter({ game, position }: TraceHeader): Promise<WriteLine> {
  if (!isGameName(game)) return writeNumbers;
  const rules = await loadGame(game);
  const root = position === '' ? rules.notation.start() : unwrap(rules.parsePosition(position));
  return (path) => {
    try {
      return rules.writeLine(root, path as never).join(' ');
    } catch {
      // The trace's moves do not belong to this position.
      return writeNumbers(path);
    }
  };
}

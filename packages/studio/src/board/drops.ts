// Files that are dropped onto the page, and text that is pasted outside of a field.
import { signal } from '@preact/signals';
import { notify } from '../ui/notices.js';
import { openFile, openText } from './files.js';

/** True while a file hovers over the page. */
export const isDropping = signal(false);

/** Takes drops and pastes until the function that is returned is called. */
export function startDrops(): () => void {
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
  const onOver = (event: DragEvent) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    isDropping.value = true;
  };
  const onLeave = (event: DragEvent) => {
    if (event.relatedTarget === null) isDropping.value = false;
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    isDropping.value = false;
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void openFile(file);
  };
  const onPaste = async (event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    if (target instanceof Element && target.closest('input, textarea, dialog') !== null) return;
    const text = clipboardData?.getData('text/plain') ?? '';
    if (text.trim() === '') return;
    event.preventDefault();
    const problem = await openText(text, '');
    if (problem !== undefined) notify('bad', `The pasted text cannot be shown. ${problem}`);
  };
  addEventListener('dragover', onOver);
  addEventListener('dragleave', onLeave);
  addEventListener('drop', onDrop);
  addEventListener('paste', onPaste);
  return () => {
    removeEventListener('dragover', onOver);
    removeEventListener('dragleave', onLeave);
    removeEventListener('drop', onDrop);
    removeEventListener('paste', onPaste);
  };
}

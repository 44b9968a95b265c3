// Lines about what a server of ours does, for people or, with `--log json`, for machines: one object a
// line with a time. They go to stderr, as everything does that is no result.
import { choiceOption } from './options.js';
import { note } from './terminal.js';

export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

export const logOption = () =>
  choiceOption('--log <format>', 'how to write what happens', logFormats).default('text');

export interface LogEvent {
  readonly type: string;
}

/** Writes events; `words` makes a sentence of one, undefined when it is not worth one. */
export function createLog<E extends LogEvent>(
  format: LogFormat,
  words: (event: E) => string | undefined,
): (event: E) => void {
  return (event) => {
    const time = new Date().toISOString();
    if (format === 'json') {
      note(JSON.stringify({ time, ...event }));
      return;
    }
    const text = words(event);
    if (text !== undefined) note(`${time.slice(11, 19)} ${text}`);
  };
}

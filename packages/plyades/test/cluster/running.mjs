// A program that runs beside a script: what it has said so far, and how it ended.
import { spawn } from 'node:child_process';

/** `children` has it as long as it runs, for the caller that ends what is left. */
export function startProgram(program, words, children) {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  const running = { child, said: '', answer: '', over: false };
  child.stderr.setEncoding('utf8').on('data', (text) => {
    running.said += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text) => {
    running.answer += text;
  });
  running.ended = new Promise((resolve) =>
    child.once('close', (code) => {
      running.over = true;
      children.delete(child);
      resolve(code);
    }),
  );
  return running;
}

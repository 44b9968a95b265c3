// What a bench says: a table for people, one JSON file for machines, and for each target whether this
// run met it.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { columns } from 'plyades/internal/cli/terminal.js';

export const count = (n) => n.toLocaleString('en-US');
export const million = (n) => (n / 1e6).toFixed(n < 100e6 ? 2 : 0);
export const ratio = (n) => n.toFixed(2);
export const percent = (n) => `${n < 0 ? '' : '+'}${(100 * n).toFixed(2)} %`;

/** A table with a heading row; every column but the first `texts` is right-aligned. */
export function printTable(rows, texts = 1) {
  const numbers = rows[0].map((_, index) => index).slice(texts);
  console.log(columns(rows, numbers));
}

/** Where figures come from; the load average says whether the machine was quiet. */
export function machine() {
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    node: process.version,
    load: Number(loadavg()[0].toFixed(2)),
  };
}

/** `least` or `most` is what the measured value is held against. */
export function target(name, { value, least, most }) {
  const met = least === undefined ? value <= most : value >= least;
  return { name, value, ...(least === undefined ? { most } : { least }), met };
}

export function printTargets(targets, show = ratio) {
  for (const { name, value, least, most, met } of targets) {
    const bound = least === undefined ? `at most ${show(most)}` : `at least ${show(least)}`;
    console.log(`${met ? 'met   ' : 'MISSED'}  ${name}: ${show(value)} (${bound})`);
  }
}

export function writeJson(file, subject, result) {
  writeFileSync(file, `${JSON.stringify({ subject, ...machine(), ...result }, null, 2)}\n`);
}

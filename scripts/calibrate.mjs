// Measures the cost profile `measured` on this machine and prints it, or writes it into a file:
//
//   node scripts/calibrate.mjs [--write src/sim/profiles/measured.json]
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { calibrate } from '../dist/sim/calibrate.js';

const { values } = parseArgs({ options: { write: { type: 'string' } } });
const machine = `${cpus()[0].model} (${availableParallelism()} cores), Node ${process.version}`;
const text = `${JSON.stringify(await calibrate(machine), undefined, 2)}\n`;
if (values.write === undefined) process.stdout.write(text);
else writeFileSync(values.write, text);

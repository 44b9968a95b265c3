// `plyades doctor`: what this machine has, what each part enables, and how to get what is missing.
// Only WebAssembly with SIMD and threads is needed; without it the exit code says that a part is
// missing. Everything else adds something.
import { Command } from 'commander';
import { exitCodes } from '../exit.js';
import type { MachinePart } from '../machine.js';
import { colours, print, printJson } from '../terminal.js';

const EXAMPLES = `
Examples:
  $ plyades doctor
  $ plyades doctor --json         for machines: an object with the list 'parts'`;

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('say what this machine has and what that enables')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(doctor);
}

async function doctor(flags: { json?: boolean }): Promise<void> {
  const { examine } = await import('../machine.js');
  const parts = await examine();
  if (flags.json) printJson({ parts });
  else for (const part of parts) print(asText(part));
  if (parts.some((part) => part.needed && part.found === null)) {
    process.exitCode = exitCodes.missingPart;
  }
}

function asText(part: MachinePart): string {
  const { green, red, yellow, bold, dim } = colours(process.stdout);
  const missing = part.needed ? red('missing') : yellow('not here');
  const head = `${bold(part.name)}: ${part.found === null ? missing : green(part.found)}`;
  const lines = [head, `    ${part.enables}`];
  if (part.found === null) lines.push(`    ${dim('to get it:')} ${part.install}`);
  return lines.join('\n');
}

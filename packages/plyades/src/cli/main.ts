#!/usr/bin/env node
// The program `plyades`: runs the command line and sees to it that every way out is a clean one.
import { closeAll } from '../api/index.js';
import { runProgram } from './program.js';
import { report } from './report.js';
import { endWithReader } from './terminal.js';

function fail(error: unknown): void {
  process.exit(report(error));
}

endWithReader(fail);
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

try {
  await runProgram(process.argv.slice(2));
} catch (error) {
  process.exitCode = report(error);
} finally {
  await closeAll();
}

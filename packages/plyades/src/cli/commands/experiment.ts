// `plyades experiment`: the experiments are a package of their own, `plyades-lab`. This module finds it, beside this
// package or in the working directory, or says how to get it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { PlyadesError } from '../../core/errors.js';

export const EXPERIMENT_ABOUT = 'run an experiment of the laboratory, or resume it';

const LAB = 'plyades-lab';

/** The command with its options, as the laboratory declares it. */
export async function loadExperimentCommand(): Promise<Command> {
  const bases = [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json')).href];
  const path = bases.map(resolveLab).find((each) => each !== undefined);
  if (path === undefined) {
    throw new PlyadesError(
      'ERR_MISSING_PART',
      `the experiments are in ${LAB}, a package of the project's repository that is not installed here: run 'npm ci' in a clone and 'npm run plyades -- experiment' there`,
    );
  }
  const { experimentCommand } = await import(pathToFileURL(path).href);
  return experimentCommand();
}

function resolveLab(base: string): string | undefined {
  try {
    return createRequire(base).resolve(LAB);
  } catch {
    return undefined;
  }
}

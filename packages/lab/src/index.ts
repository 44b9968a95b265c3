// The laboratory: the experiments and the command that runs them. `plyades experiment` loads this module.
export { experimentCommand } from './command.js';
export type { Experiment, Scale, TableOfFigures } from './experiment.js';
export { type LaboratoryOptions, type LaboratoryProgress, runExperiment } from './laboratory.js';
export { experiments } from './registry.js';

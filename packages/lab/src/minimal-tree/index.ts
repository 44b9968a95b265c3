// The experiments of the paper on minimal trees.
import { paperFigures } from './figures.js';
import { granularity } from './granularity.js';
import { performanceModel } from './model.js';
import { orderingAccuracy } from './ordering.js';
import { paperTables, reaches } from './tables.js';

export const minimalTree = [
  ...paperTables,
  ...reaches,
  orderingAccuracy,
  ...paperFigures,
  ...performanceModel,
  granularity,
] as const;

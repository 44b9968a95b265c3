// What the widths of the picture stand for, as the reader chose it.
import { stored } from '../shell/stored.js';
import { type Measure, measures } from './moment.js';

export const measure = stored<Measure>('tree-measure', 'effort', (value) =>
  measures.includes(value as Measure),
);

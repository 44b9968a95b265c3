// The weights of what is counted, packed like those of psq.mjs: the build takes this text for
// `terms.ts`.
import { data } from '../../tables.mjs';
import { DANGER, PASSED, TEMPO, TERMS } from './weights.mjs';

const pack = ([middle, end]) => (end << 16) + middle;

export default [
  ...Object.entries(TERMS).map(
    ([name, weight]) => `export const ${name}: i32 = ${pack(weight)};\n`,
  ),
  `export const DANGER: i32 = ${DANGER};\n`,
  `export const TEMPO: i32 = ${TEMPO};\n`,
  data('PASSED', 'i32', PASSED.map(pack), 'A passed pawn, by its rank.'),
].join('');

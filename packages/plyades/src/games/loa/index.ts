// Lines of Action, as `plyades/games/loa`.
export { loa, PASS } from './notation.js';

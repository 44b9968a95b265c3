// Connect6, as `plyades/games/connect6`.
export { connect6, SINGLE, withBranching } from './notation.js';

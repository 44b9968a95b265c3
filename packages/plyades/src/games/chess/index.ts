// Chess, as `plyades/games/chess`.
export { chess } from './notation.js';
export {
  makePgn,
  type PgnError,
  type PgnGame,
  type PgnNotes,
  type PgnResult,
  parsePgn,
} from './pgn.js';
export { makeSan, parseSan } from './san.js';

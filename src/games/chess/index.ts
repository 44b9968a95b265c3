// Chess, as `plyades/games/chess`.
export { chess } from './notation.js';
export { makeSan, parseSan } from './san.js';

// Chess, as `plyades/games/chess`.
export { chess } from './notation.js';
export { makeSan, parseSan, type SanRules } from './san.js';

// English checkers, as `plyades/games/checkers`.
export { checkers } from './notation.js';

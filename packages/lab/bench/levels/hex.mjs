// The own game of the bench of levels: Hex on 7 x 7 cells, without an evaluation.
import { hex7 } from '../mcts/hex-rules.mjs';

export { hex7, hex7 as default };

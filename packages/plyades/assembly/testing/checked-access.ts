// A tic-tac-toe that reads an array with a bounds check, for the test of the build: the check imports a function that
// kernels do not get. No module of the package contains it.
import { TicTacToe } from '../games/tic-tac-toe/tic-tac-toe';

const VALUES: StaticArray<i32> = [0, 1, 2, 3];

@unmanaged
export class CheckedAccess extends TicTacToe {
  @inline
  evaluate(): i32 {
    return VALUES[this.own & 7];
  }
}

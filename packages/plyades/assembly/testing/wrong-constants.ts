// A tic-tac-toe that breaks two clauses of the contract, for the test of the conformance kit: its size is no multiple of
// 16, and its history table has slots for one side only. No module of the package contains it.
import { TicTacToe } from '../games/tic-tac-toe/tic-tac-toe';

@unmanaged
export class WrongConstants extends TicTacToe {
  @inline
  size(): i32 {
    return 12;
  }

  @inline
  historySlots(): i32 {
    return 9;
  }
}

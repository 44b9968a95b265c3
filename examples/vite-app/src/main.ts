// The page: you are red and begin, the bot answers. It thinks in workers, so the page never waits for it.
import { type Bot, bot } from 'plyades';
import game, { type Board, COLUMNS, fourInARow } from './connect-four';

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const status = element('status');
const boardElement = element('board');
const level = element<HTMLSelectElement>('level');

const cells = game
  .start()
  .cells.split('')
  .map((_, i) => {
    const cell = document.createElement('button');
    cell.ariaLabel = `column ${(i % COLUMNS) + 1}`;
    cell.addEventListener('click', () => playerMoves(i % COLUMNS));
    return cell;
  });
boardElement.append(...cells);

let board = game.start();
let ai: Promise<Bot<Board, number>> = openBot();

function openBot(): Promise<Bot<Board, number>> {
  return bot(game, {
    level: level.value as 'easy' | 'medium' | 'hard',
    worker: () =>
      new Worker(new URL('./connect-four.worker.ts', import.meta.url), { type: 'module' }),
  });
}

async function playerMoves(column: number): Promise<void> {
  if (board.turn !== 0 || isOver() || !game.moves(board).includes(column)) return;
  board = game.play(board, column);
  show();
  if (isOver()) return;
  const asked = board;
  const { move } = await (await ai).move(asked, { ms: 500 });
  // The player may have begun a new game meanwhile.
  if (board !== asked) return;
  board = game.play(board, move!);
  show();
}

const isOver = () => game.winner(board) !== undefined;

async function startAgain(): Promise<void> {
  board = game.start();
  show();
  const before = ai;
  ai = openBot();
  await (await before).close();
}

function show(): void {
  const row = fourInARow(board) ?? [];
  cells.forEach((cell, i) => {
    cell.className = `${{ x: 'red', o: 'yellow' }[board.cells[i]!] ?? ''} ${row.includes(i) ? 'won' : ''}`;
  });
  const texts = { 0: 'You win.', 1: 'The bot wins.', draw: 'A draw.' };
  const winner = game.winner(board);
  const turn = board.turn === 0 ? 'Your move.' : 'The bot thinks …';
  status.textContent = winner === undefined ? turn : texts[winner];
}

element('again').addEventListener('click', startAgain);
level.addEventListener('change', startAgain);
show();

// Moves and positions of a trace's tree as its game writes them. A trace may come from anywhere: its game may be
// unknown here, its position unreadable and its moves illegal, and then moves are shown as numbers.
import { isGameName, type LoadedGame, loadGame, type Position } from 'plyades';
import type { TraceHeader } from 'plyades/trace';

export class GameLines {
  readonly game: LoadedGame | undefined;
  readonly start: Position | undefined;
  readonly #names = new Map<number, string>();

  private constructor(game: LoadedGame | undefined, start: Position | undefined) {
    this.game = game;
    this.start = start;
  }

  /** Lines of numbers, until the game is loaded. */
  static readonly unknown = new GameLines(undefined, undefined);

  static async load({ game: name, position }: TraceHeader): Promise<GameLines> {
    // Other names are addresses of modules, and no trace may have one run.
    if (!isGameName(name)) return GameLines.unknown;
    try {
      const game = await loadGame(name);
      const { notation } = game;
      if (position === '') return new GameLines(game, notation.start());
      const start = notation.parsePosition(position);
      return new GameLines(game, start.ok ? start.value : undefined);
    } catch {
      return GameLines.unknown;
    }
  }

  /** A move by itself. */
  moveName(move: number): string {
    let name = this.#names.get(move);
    if (name === undefined) {
      name = this.#write(move);
      this.#names.set(move, name);
    }
    return name;
  }

  /** The moves of a path as players write them, and the position after them where all are legal. */
  follow(path: readonly number[]): { readonly names: string[]; readonly position?: Position } {
    const { game, start } = this;
    const plain = () => ({ names: path.map((move) => this.moveName(move)) });
    if (game === undefined || start === undefined) return plain();
    let position = start;
    for (const move of path) {
      const next = game.play(position, move);
      if (!next.ok) return plain();
      position = next.value;
    }
    try {
      return { names: game.writeLine(start, path), position };
    } catch {
      return plain();
    }
  }

  #write(move: number): string {
    try {
      return this.game?.notation.makeMove(move) ?? `#${move}`;
    } catch {
      return `#${move}`;
    }
  }
}

// verify(): does a file prove what it says? By the rules of the game alone.
import { quote, refuse } from '../core/errors.js';
import { unwrap } from '../core/result.js';
import { checkNames } from '../core/schema.js';
import { openProofGame } from '../hosts/proof/game.js';
import { attackGoalOf, type ProofHeader, parseProofFile, verifyProof } from '../proof/index.js';
import { namedGame, type Playable, playable } from './games.js';
import { isModulePath } from './plain-game.js';

/** What `verify` says of a file that could be read. */
export interface Verified extends ProofHeader {
  readonly valid: boolean;
  /** The first thing that is missing or wrong, and the moves that lead there, as text. */
  readonly hole: string | undefined;
  readonly line: readonly string[];
  /** Positions that were checked. */
  readonly positions: number;
}

/** What a caller knows of a proof. */
export interface VerifyOptions {
  /**
   * The game that the proof is of, a name or the module of a game in TypeScript. The latter must be given:
   * a file does not choose what code is run.
   */
  readonly game?: string;
  /** Called now and then with the number of positions checked so far; `nodes` of the file says of how many. */
  readonly onProgress?: (positions: number) => void;
}

/**
 * Checks the file of a proof with the rules of the game alone. Throws a PlyadesError: ERR_PROOF when the
 * file is none, or is cut or damaged; ERR_GAME when it is of no game of the library, and none was given, or
 * of another game than was given.
 */
export async function verify(file: Uint8Array, options: VerifyOptions = {}): Promise<Verified> {
  checkNames('', options, ['game', 'onProgress']);
  const proof = unwrap(await parseProofFile(file));
  const game = await gameOf(proof.header, options.game);
  const position = unwrap(game.parsePosition(proof.header.position));
  // The position in our own words: what else stands in the file is a stranger's text.
  const header = { ...proof.header, game: game.id, position: game.notation.makePosition(position) };
  const { graph } = proof;
  const attackGoal = unwrap(attackGoalOf(game.notation, header));
  const { board, plain } = await openProofGame(game.source);
  const root = game.sourcePosition(position);
  const { onProgress } = options;
  const checked = verifyProof(board, root, header, attackGoal, header.result, graph, onProgress);
  if (checked.valid) {
    return { ...header, valid: true, hole: undefined, line: [], positions: checked.positions };
  }
  const found = [...checked.line];
  const plainLine = plain?.(root, found);
  const { line } = game.translate({ line: found, ...(plainLine && { plainLine }) });
  const moves = line.map(game.notation.makeMove);
  return { ...header, valid: false, hole: checked.hole, line: moves, positions: 0 };
}

/** Where a module lies is another matter on every machine, so the file's own word for it does not count. */
async function gameOf({ game: said }: ProofHeader, given: string | undefined): Promise<Playable> {
  const isOwn = isModulePath(said);
  if (given === undefined) {
    if (!isOwn) return namedGame(said);
    refuse(
      'ERR_GAME',
      `the proof is of a game in TypeScript, ${quote(said)}: name its module here, as game (--game PATH)`,
      said,
    );
  }
  const fits = isOwn ? isModulePath(given) : given === said;
  if (!fits) refuse('ERR_GAME', `the proof is of ${quote(said)}, not of ${quote(given)}`, said);
  return playable(given);
}

// A rule of repetition makes the value of a position depend on the way to it. Here the way becomes part of the state:
// a played state knows the states before it, and by these states a game with the rule is a game like any other. So
// every search, on every host, is exact, and so are proofs. The price is that two ways to a position share an entry
// of a table only when they have visited the same positions. It doubles to quadruples the nodes of eight plies, so in
// play mode the key knows only the game before the root, and of that only positions that end the game if they come
// once more. There a value may rest on a repetition elsewhere, and counts as open.
import { WIN } from '../../core/score.js';
import { keyOf, scoreOf, turnOf, winnerOf } from './answers.js';
import type { Key, PlainGame, RepetitionRule, Side, Winner } from './define.js';
import type { StateHash } from './hash.js';
import { createKeyHalves } from './key.js';
import { playoutValue } from './playouts.js';
import type { EndsByPath } from './result.js';
import { contentOf } from './same.js';

/** A state with the states of the game before it, the first one first: what travels to a thread. */
export interface Played<State> {
  readonly state: State;
  readonly before: readonly State[];
}

/** A played state as searches know it. */
interface Node<State> {
  readonly state: State;
  readonly previous: Node<State> | undefined;
  readonly key: Key;
  /** The halves of the key. */
  readonly low: number;
  readonly high: number;
  /** How often the position has occurred, this time included. */
  readonly count: number;
  /** Sums of the mixed keys of all earlier positions: equal for ways through the same positions. */
  readonly sumLow: number;
  readonly sumHigh: number;
  /** The same of the positions, up to the root of the search, whose next occurrence ends the game. */
  readonly rootLow: number;
  readonly rootHigh: number;
}

type Position<State> = Played<State> | Node<State>;

/** A game whose states know their past. */
export interface GameWithHistory<State, Move> {
  readonly game: PlainGame<State, Move>;
  readonly hash: StateHash<State>;
  readonly endsByPath: EndsByPath<State>;
  /** The content of the state and the keys of those before it; see `contentOf`. */
  content(state: State): string | undefined;
}

/**
 * The position with which a search of `state` begins, the states of the game before it given in order: a state with
 * its past where the rules look at it, else the state.
 */
export function positionOf<State, Move>(
  game: PlainGame<State, Move>,
  state: State,
  before: readonly State[] = [],
): State {
  if (game.repetition === undefined) return state;
  return { state, before: [...before] } satisfies Played<State> as State;
}

/**
 * Who has won, all states of a game given in order: as `winner` says of the last one, or by the rule of repetition.
 * Undefined while the game goes on.
 */
export function gameWinner<State, Move>(
  game: PlainGame<State, Move>,
  states: readonly State[],
): Winner {
  const last = states.at(-1);
  if (last === undefined) return undefined;
  if (game.repetition === undefined) return winnerOf(game, last);
  const position = positionOf(game, last, states.slice(0, -1));
  return withHistory(game, game.repetition).game.winner(position);
}

/** The game by positions that `positionOf` makes. */
export function withHistory<State, Move>(
  game: PlainGame<State, Move>,
  rule: RepetitionRule,
): GameWithHistory<State, Move> {
  const { nodeOf, extend } = nodesOf(game, rule);

  const winner = ({ state, count, previous }: Node<State>): Winner => {
    const known = winnerOf(game, state);
    if (known !== undefined || count < rule.times) return known;
    if (rule.result === 'draw') return 'draw';
    const mover = turnOf(game, previous!.state);
    return rule.result === 'win' ? mover : other(mover);
  };
  const score = (node: Node<State>): number => {
    const known = winnerOf(game, node.state);
    if (known !== undefined) return scoreOf(game, node.state, known);
    const decided = winner(node);
    return decided === 'draw' ? 0 : decided === 0 ? WIN : -WIN;
  };
  const evaluate = (state: State) =>
    game.evaluate ? game.evaluate(state) : playoutValue(game, state);
  const key = (node: Node<State>) => {
    const past = `${node.sumLow} ${node.sumHigh}`;
    return node.count < rule.times
      ? `${typeof node.key} ${node.key} ${past}`
      : `over ${winner(node)} ${past}`;
  };

  const { symmetries: _, repetition: __, draw: ___, score: scored, ...rest } = game;
  const played: PlainGame<Position<State>, Move> = {
    ...rest,
    start: () => extend(undefined, game.start()),
    turn: (position) => game.turn(position.state),
    moves: (position) => game.moves(position.state),
    play: (position, move) => extend(nodeOf(position), game.play(position.state, move)),
    winner: (position) => winner(nodeOf(position)),
    evaluate: (position) => evaluate(position.state),
    key: (position) => key(nodeOf(position)),
    ...(scored && { score: (position) => score(nodeOf(position)) }),
  };
  return {
    game: played as unknown as PlainGame<State, Move>,
    endsByPath: (position) => nodeOf(position as Position<State>).count >= rule.times,
    hash: hashOfNodes((position) => nodeOf(position as Position<State>), rule) as StateHash<State>,
    content(position) {
      const node = nodeOf(position as Position<State>);
      const content = contentOf(node.state);
      if (content === undefined) return undefined;
      const ending = node.count < rule.times ? '' : ` ended by ${winner(node)}`;
      return `${content} after ${JSON.stringify(keysBefore(node))}${ending}`;
    },
  };
}

/** Makes nodes: of positions as they come in, and of the states that follow them. */
function nodesOf<State, Move>(game: PlainGame<State, Move>, { times }: RepetitionRule) {
  const halves = createKeyHalves();
  const roots = new WeakMap<Played<State>, Node<State>>();

  function extend(previous: Node<State> | undefined, state: State): Node<State> {
    const key = keyOf(game, state);
    const low = halves.low(key) >>> 0;
    const high = halves.high() >>> 0;
    const count = occurrences(previous, key, low, high) + 1;
    if (previous === undefined) {
      return {
        state,
        previous,
        key,
        low,
        high,
        count,
        sumLow: 0,
        sumHigh: 0,
        rootLow: 0,
        rootHigh: 0,
      };
    }
    const { rootLow, rootHigh } = previous;
    const [left, right] = mixed(previous.low, previous.high);
    const sumLow = (previous.sumLow + left) >>> 0;
    const sumHigh = (previous.sumHigh + right) >>> 0;
    return { state, previous, key, low, high, count, sumLow, sumHigh, rootLow, rootHigh };
  }

  function asRoot(root: Node<State>): Node<State> {
    let rootLow = 0;
    let rootHigh = 0;
    for (let node: Node<State> | undefined = root; node !== undefined; node = node.previous) {
      if (node.count !== times - 1) continue;
      const [left, right] = mixed(node.low, node.high);
      rootLow = (rootLow + left) >>> 0;
      rootHigh = (rootHigh + right) >>> 0;
    }
    return { ...root, rootLow, rootHigh };
  }

  function nodeOf(position: Position<State>): Node<State> {
    if ('count' in position) return position;
    let node = roots.get(position);
    if (node === undefined) {
      let previous: Node<State> | undefined;
      for (const state of position.before) previous = extend(previous, state);
      node = asRoot(extend(previous, position.state));
      roots.set(position, node);
    }
    return node;
  }

  return { nodeOf, extend };
}

/** How often a position has occurred up to a node: the node that had it last knows. */
function occurrences<State>(
  last: Node<State> | undefined,
  key: Key,
  low: number,
  high: number,
): number {
  for (let node = last; node !== undefined; node = node.previous) {
    if (node.low === low && node.high === high && node.key === key) return node.count;
  }
  return 0;
}

function hashOfNodes<State>(
  nodeOf: (position: State) => Node<unknown>,
  rule: RepetitionRule,
): StateHash<State> {
  let high = 0;
  return {
    low(position, playing) {
      const node = nodeOf(position);
      const [left, right] = playing
        ? mixed(node.rootLow, node.rootHigh)
        : mixed(node.sumLow, node.sumHigh);
      // A game that repetition has ended may be lost by either side, as the last move was one's or the other's.
      high = (node.high ^ right ^ (node.count < rule.times ? 0 : node.previous!.low)) >>> 0;
      return (node.low ^ left) >>> 0;
    },
    high: () => high,
  };
}

/** The past is a set with counts: the order of its positions does not matter. */
function keysBefore<State>({ previous }: Node<State>): string[] {
  const keys: string[] = [];
  for (let node = previous; node !== undefined; node = node.previous) {
    keys.push(`${typeof node.key} ${node.key}`);
  }
  return keys.sort();
}

const other = (side: Side): Side => (side === 0 ? 1 : 0);

/** A bijection of 64 bits in which every bit of the input changes about half of the output's. */
function mixed(low: number, high: number): readonly [number, number] {
  let a = low | 0;
  let b = high | 0;
  a ^= scramble(b + 0x2545f491);
  b ^= scramble(a + 0x61c88647);
  a ^= scramble(b + 0x3c6ef372);
  b ^= scramble(a + 0x1b873593);
  return [a >>> 0, b >>> 0];
}

function scramble(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

// The works and algorithms of the benches of scaling, as their command lines name them.
import { badInput } from './failure.mjs';
import { integer } from './options.mjs';
import { endgameTasks, gameTasks, usualDepth } from './search-tasks.mjs';

/** `ffo:40-44` or `chess:9:2`: the name, the game and the positions with their depths. */
export function readWork(text) {
  const [game, what, most = '2'] = text.split(':');
  const range = /^(\d+)-(\d+)$/.exec(what ?? '');
  if (game === 'ffo' && range) {
    const tasks = endgameTasks(Number(range[1]), Number(range[2]));
    return { name: text, game: 'othello', tasks };
  }
  const depth = integer({ work: what ?? usualDepth(game) }, 'work', 1, 60);
  const tasks = gameTasks(game, depth, integer({ work: most }, 'work', 1, 100));
  return { name: text, game, tasks };
}

/** `abdada/markDepth=5/...`: an algorithm with its settings. */
export function readAlgorithm(text) {
  const [algorithm, ...pairs] = text.split('/');
  const settings = Object.fromEntries(
    pairs.map((pair) => {
      const [name, value] = pair.split('=');
      if (value === undefined) throw badInput(`--algorithm ${text}: expected NAME/SETTING=NUMBER`);
      return [name, Number(value)];
    }),
  );
  return { name: text, algorithm, settings };
}

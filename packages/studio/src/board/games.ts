// The games that can be played here: those of the library, and modules that the reader or the command line named. A text
// that came with a link can choose among them and never brings code of its own.
import { signal } from '@preact/signals';
import { gameNames, isGameName } from 'plyades';

const titles: Readonly<Record<(typeof gameNames)[number], string>> = {
  othello: 'Othello',
  chess: 'Chess',
  checkers: 'Checkers',
  shogi: 'Shogi',
  loa: 'Lines of Action',
  connect6: 'Connect6',
  'tic-tac-toe': 'Tic-tac-toe',
  synthetic: 'Synthetic tree',
};

/** A game in a module. */
export interface ModuleGame {
  /** What links and storage call it: a name such as `connect-four`, which is unique here. */
  readonly name: string;
  /** The address from which page and workers import it. */
  readonly url: string;
  readonly title: string;
  /** True for one that the reader opened, which a reload forgets. */
  readonly isOpened: boolean;
}

export const moduleGames = signal<readonly ModuleGame[]>([]);

export interface GameChoice {
  /** As `loadGame` takes it. */
  readonly id: string;
  /** As links have it. */
  readonly name: string;
  readonly title: string;
}

export const gameChoices = (): readonly GameChoice[] => [
  ...gameNames.map((name) => ({ id: name, name, title: titles[name] })),
  ...moduleGames.value.map(({ name, url, title }) => ({ id: url, name, title })),
];

/** The name of a game in links. */
export const gameName = (id: string): string =>
  gameChoices().find((choice) => choice.id === id)?.name ?? id;

export const gameTitle = (id: string): string =>
  gameChoices().find((choice) => choice.id === id)?.title ?? id;

/** The game that a link or a file names; undefined when there is none of that name here. */
export const gameNamed = (name: string): string | undefined =>
  gameChoices().find((choice) => choice.name === name)?.id;

/** Refuses what is no game of this page, so that no text can make it load a module. */
export function requireGame(id: string): string {
  if (isGameName(id) || moduleGames.peek().some(({ url }) => url === id)) return id;
  throw new Error(`There is no game ‘${id}’ here. Choose one of the list, or open its module.`);
}

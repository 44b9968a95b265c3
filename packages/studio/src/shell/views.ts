// The views of the studio. Each is loaded when it is first shown.
import type { FunctionComponent } from 'preact';
import type { ViewName } from './route.js';

export interface ViewEntry {
  readonly title: string;
  /** One sentence for the navigation and for screen readers. */
  readonly about: string;
  readonly load: () => Promise<{ readonly default: FunctionComponent }>;
}

export const views: Readonly<Record<ViewName, ViewEntry>> = {
  board: {
    title: 'Board',
    about: 'Play against the bot, analyse a position, open and save games.',
    load: () => import('../board/view.js'),
  },
  tree: {
    title: 'Tree',
    about: "Watch the master's tree grow, and see which process searches what.",
    load: () => import('../tree/view.js'),
  },
  processors: {
    title: 'Processors',
    about: 'See what each processor does, and where the speedup went.',
    load: () => import('../processors/view.js'),
  },
  laboratory: {
    title: 'Laboratory',
    about: 'Simulate a search on 2 to 1,536 processors and share it as a link.',
    load: () => import('../laboratory/view.js'),
  },
  proof: {
    title: 'Proof',
    about: 'Open a proof, walk through it on the board and verify it.',
    load: () => import('../proof/view.js'),
  },
  cluster: {
    title: 'Cluster',
    about: 'See who lends processors and what they search.',
    load: () => import('../cluster/view.js'),
  },
};

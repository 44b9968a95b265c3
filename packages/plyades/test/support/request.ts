// A request for tests of hosts, which look at some of its fields only.
import { MAX_DEPTH, type SearchRequest } from '#dist/core/search-request.js';

/** An exact search by two workers, with these changes. */
export const requestWith = (changes: Partial<SearchRequest> = {}): SearchRequest => ({
  game: 'othello',
  position: '',
  before: [],
  depth: MAX_DEPTH,
  mode: 'exact',
  selective: true,
  algorithm: 'lazy-smp',
  settings: {},
  workers: 2,
  table: 'shared',
  hash: 1,
  seed: 1,
  deterministic: false,
  ...changes,
});

// Where a game may be imported from: in a page from its own server, or from a blob that a script of the page has made.
import { afterEach, expect, test, vi } from 'vitest';
import { checkAddress } from '#dist/games/plain/address.js';

afterEach(() => vi.unstubAllGlobals());

const page = 'http://127.0.0.1:5000';

test.each([`${page}/game.js`, `blob:${page}/1b4e28ba-2fa1-11d2-883f-0016d3cca427`, './game.js'])(
  'a page may import %s',
  (address) => {
    vi.stubGlobal('location', { origin: page });
    expect(() => checkAddress(address)).not.toThrow();
  },
);

test.each([
  'http://127.0.0.1:5001/game.js',
  'blob:http://127.0.0.1:5001/1b4e28ba-2fa1-11d2-883f-0016d3cca427',
  'blob:null/1b4e28ba-2fa1-11d2-883f-0016d3cca427',
  'data:text/javascript,1',
])('a page may not import %s', (address) => {
  vi.stubGlobal('location', { origin: page });
  expect(() => checkAddress(address)).toThrow(expect.objectContaining({ code: 'ERR_GAME' }));
});

test('outside of a page there are no blobs', () => {
  expect(() => checkAddress(`blob:${page}/1b4e28ba`)).toThrow(/is refused/);
});

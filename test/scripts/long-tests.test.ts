import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesWithLongTests } from '../../scripts/long-tests.mjs';

const folder = mkdtempSync(join(tmpdir(), 'plyades-long-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('files with long tests name the tag, or import a module of the tests that does', () => {
  for (const [path, text] of Object.entries({
    'test/games/tagged.test.ts': "test('all', { tags: 'long' }, () => {});",
    'test/games/short.test.ts': "import { kit } from '../support/kit.js'; // not long",
    'test/games/seeds.test.ts': "import { testSeeds } from '../support/long.js';",
    'test/games/laws.test.ts': "import {\n  laws,\n} from '../support/laws.js';",
    'test/games/side.test.ts': "import '../support/laws.js';",
    'test/support/kit.ts': "import { play } from '../../src/play.js';",
    'test/support/laws.ts': "import { more } from './more.js';",
    'test/support/more.ts': "import { laws } from './laws.js';\nconst tags = ['long'];",
    'test/support/long.ts': '',
    'src/play.ts': "const word = 'long';",
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const found = filesWithLongTests([join(folder, 'test')]);
  expect(found.map((path) => basename(path)).sort()).toEqual([
    'laws.test.ts',
    'seeds.test.ts',
    'side.test.ts',
    'tagged.test.ts',
  ]);
});

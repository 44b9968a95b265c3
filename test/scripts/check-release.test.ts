// A version is published only with its tag and its section of the change log.
import { expect, test } from 'vitest';
import { releaseProblems } from '../../scripts/check-release.mjs';

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2031-05-06

[Unreleased]: https://example.org/compare/v1.2.0...HEAD
[1.2.0]: https://example.org/releases/tag/v1.2.0
`;

test('a version with its tag, a dated heading and an address can be published', () => {
  expect(releaseProblems({ tag: 'v1.2.0', version: '1.2.0', changelog })).toEqual([]);
});

test.each([
  ['another tag', { tag: 'v1.2.1', version: '1.2.0', changelog }, 1],
  ['a version that is not in the change log', { tag: 'v1x2.0', version: '1x2.0', changelog }, 2],
  [
    'a heading without a date',
    { tag: 'v1.2.0', version: '1.2.0', changelog: changelog.replace(/ - .+/, '') },
    1,
  ],
])('%s is refused', (_, release, problems) => {
  expect(releaseProblems(release)).toHaveLength(problems);
});

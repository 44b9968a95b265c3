// Whether a version can be published: the tag names the version of the package, and the change log has a dated section
// for it with the address of its changes.
//
//   node scripts/check-release.mjs v0.1.0
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * What is missing, one sentence each; none when the version can be published.
 * @param {{ tag: string, version: string, changelog: string }} release
 * @returns {string[]}
 */
export function releaseProblems({ tag, version, changelog }) {
  const problems = [];
  if (tag !== `v${version}`) {
    problems.push(`the tag is ${tag}, but the version in package.json is ${version}`);
  }
  const exact = version.replaceAll('.', '\\.');
  if (!new RegExp(`^## \\[${exact}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(changelog)) {
    problems.push(`CHANGELOG.md has no heading '## [${version}] - YYYY-MM-DD'`);
  }
  if (!new RegExp(`^\\[${exact}\\]: https://`, 'm').test(changelog)) {
    problems.push(`CHANGELOG.md has no address for [${version}]`);
  }
  return problems;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const { version } = JSON.parse(read('packages/plyades/package.json'));
  const problems = releaseProblems({
    tag: process.argv[2] ?? '',
    version,
    changelog: read('CHANGELOG.md'),
  });
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

// What a report of test/gpu/on-device.mjs must say: the test of the device and that of deliberate faults have one judge.

/** Counts of what differs from the processor. */
const NONE = [
  'evaluations',
  'branches',
  'opened',
  'bounds',
  'mixed',
  'kept',
  'sharedTrees',
  'rounds',
  'moves',
];
const TRUE = ['afterLoss', 'again', 'lost', 'sharedTreeAfterLoss'];

/** The names of what is not as it must be. */
export function faultsOf(report, game) {
  const faults = [];
  const check = (name, right) => {
    if (!right) faults.push(`${name}: ${JSON.stringify(report[name])}`);
  };
  for (const name of NONE) check(name, report[name] === 0);
  for (const name of TRUE) check(name, report[name] === true);
  check(
    'searches',
    report.searches.every((count) => count === 0),
  );
  check('values', report.values.length === 3 && report.values.every((right) => right));
  check(
    'sharedTreesAtOnce',
    report.sharedTreesAtOnce.every((right) => right),
  );
  check('helped', report.helped >= 3);
  check('torn', report.torn.wrong === 0 && report.torn.found > 100);
  check('positions', report.positions >= 200);
  check('batches', Math.min(...report.batches) > 1);
  check('shader', /^ERR_DEVICE: a shader does not compile: 1:/.test(report.shader));
  check('size', /^ERR_LIMIT: 1099511627776 bytes .* at most \d+/.test(report.size));
  if (game === 'chess') {
    check('perft', String(report.perft) === '197281,97862');
    // Lanes give long searches up, and only those.
    check('givenUp', report.givenUp > 5 && report.givenUp < 40);
  }
  return faults;
}

// The runs of all figures and of table 3 on the adapter at hand, one line each, without their pictures: the rows can be
// taken to another machine, where `plyades experiment gpu/figure-5 --scale full --out DIR` makes tables and pictures
// of DIR/gpu.jsonl.
//
//   npm run bench -- gpu/figures FOLDER [--scale full] [--seconds 300]
import { parseArgs } from 'node:util';
import { gpuFigures } from '#dist/gpu/index.js';
import { runExperiment } from '#dist/laboratory.js';

const { values: flags, positionals } = parseArgs({
  options: {
    scale: { type: 'string', default: 'full' },
    seconds: { type: 'string', default: '300' },
  },
  allowPositionals: true,
});
const signal = AbortSignal.timeout(1000 * Number(flags.seconds));
for (const experiment of gpuFigures) {
  const began = performance.now();
  // The picture needs a package that the machine with the adapter may not have: the rows are written before it.
  const left = await runExperiment(experiment, {
    scale: flags.scale,
    out: positionals[0],
    signal,
  }).catch(String);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    experiment.name,
    seconds.toFixed(1),
    typeof left === 'string' ? left.slice(0, 160) : left.made,
  );
}
process.exit(0);

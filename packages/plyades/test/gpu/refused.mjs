// A device that refuses a buffer, as one without memory does: nothing is calculated, and everything reads as zero.
// Says on stdout how many values are wrong, and what is reported of the device.
import { randomPositions } from '../../../lab/bench/gpu/tree.mjs';
import { separateBatch } from '../../dist/gpu/batch.js';
import { Calculator, openGpu } from '../../dist/gpu/index.js';

const POSITIONS = 50;
const gpu = await openGpu();
const calculator = await Calculator.make(gpu, 'connect6');
const records = await randomPositions('connect6', POSITIONS);
const { reference, shaders } = calculator;
const batch = () => separateBatch(records, shaders.toWords, { limit: shaders.limitOf(records[0]) });
const countWrong = (values) =>
  records.filter((record, at) => reference.evaluate(record) !== values[at]).length;

const { device } = gpu;
const createBuffer = device.createBuffer.bind(device);
const outputs = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
device.createBuffer = (asked) =>
  createBuffer(asked.usage === outputs ? { ...asked, size: 2 ** 46 } : asked);
const wrong = countWrong(await calculator.evaluate(batch()));
console.log(JSON.stringify({ wrong, positions: records.length, lost: calculator.usage.lost }));
process.exit(0);

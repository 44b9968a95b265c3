// The file of a worker thread.
import { startProofProcess } from '../proof/distributed-process.js';
import { searchOnGpu } from './gpu-search.js';
import { openParent } from './port.js';
import { runThreadProgram } from './thread-program.js';

runThreadProgram(openParent(), { searchOnGpu, startProofProcess });

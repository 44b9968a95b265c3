// The file of a worker thread.
import { recordProcess } from '../process-recorder.js';
import { startProofProcess } from '../proof/distributed-process.js';
import { proofs } from '../proof/thread-proofs.js';
import { searchOnGpu } from './gpu-search.js';
import { openParent } from './port.js';
import { runThreadProgram } from './thread-program.js';

runThreadProgram(openParent(), { ...proofs, recordProcess, searchOnGpu, startProofProcess });

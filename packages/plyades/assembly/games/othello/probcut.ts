// What a shallow search of Othello says about a deeper one: deep = slope * shallow + intercept, give or
// take a deviation. The numbers were fitted to searches of our own, by the number of empty squares and
// the two depths (tools/othello-probcut).
import { CHECKS, DEEPEST, LEAST_DEPTH, PREDICTIONS, STAGE_EMPTIES, STAGES } from './predictions';

/** Deviations that a shallow search must be beyond a bound. */
const CONFIDENCE: f32 = 1.5;

/** Each prediction is four f32: depth of the shallow search (0 for none), slope, intercept, deviation. */
const PREDICTION: usize = 16;

function predictionAt(empties: i32, depth: i32, tried: i32): usize {
  const stage = min(STAGES - 1, empties / STAGE_EMPTIES);
  const row = stage * (DEEPEST - LEAST_DEPTH + 1) + min(depth, DEEPEST) - LEAST_DEPTH;
  return PREDICTIONS + <usize>(row * CHECKS + tried) * PREDICTION;
}

/** The depth of the shallow search that is tried after `tried` others, 0 when there is none. */
export function shallowDepth(empties: i32, depth: i32, tried: i32): i32 {
  if (depth < LEAST_DEPTH || tried >= CHECKS) return 0;
  return <i32>load<f32>(predictionAt(empties, depth, tried));
}

/** The value from which on, or with `low` up to which, that search predicts one beyond `bound`. */
export function shallowBound(empties: i32, depth: i32, tried: i32, bound: i32, low: bool): i32 {
  const at = predictionAt(empties, depth, tried);
  const slope = load<f32>(at, 4);
  const rest = <f32>bound - load<f32>(at, 8);
  const margin = CONFIDENCE * load<f32>(at, 12);
  return low ? <i32>floor<f32>((rest - margin) / slope) : <i32>ceil<f32>((rest + margin) / slope);
}

// A device that had nothing to do runs at a low clock for a while: a fifth of its speed on an H200. Before it is timed
// it gets something to do, as it would have in a program that uses it.

/** Searches for some tenths of a second. */
export async function warmUp(calculator, root, milliseconds = 300) {
  const depth = calculator.shaders.id === 'chess' ? 6 : 5;
  const began = performance.now();
  while (performance.now() - began < milliseconds) await calculator.sharedTree(root, { depth });
}

// The figures of L. Li and others, "A Parallel Algorithm for Game Tree Search Using GPGPU" (2014), as far as the
// text gives them as numbers: speedups of a Tesla C2050 over one core of a Xeon E5620.

/** The best speedups of figures 5 and 6. */
export const batchSpeedups = {
  connect6: { leaves: 97, branches: 37 },
  chess: { leaves: 23, branches: 29 },
} as const;

/** The best speedups of figures 7 to 10, Lmax and Bmax varied by themselves. */
export const sweepSpeedups = { connect6: 70.8, chess: 11.8 } as const;

/** The best of figures 11 to 14, and at which Lmax = Bmax. */
export const searchSpeedups = {
  connect6: { full: { size: 10750, speedup: 89.95 }, pruned: { size: 7424, speedup: 10.58 } },
  chess: { full: { size: 7680, speedup: 11.43 }, pruned: { size: 7680, speedup: 7.26 } },
} as const;

/** Table 3. That of chess is a tree of depth 5, although the text says 6. */
export const nodeCounts = {
  connect6: { gpu: 24_503_857, serial: 2_653_180, total: 260_225_329 },
  chess: { gpu: 5_104_063, serial: 3_694_481, total: 5_104_063 },
} as const;

// Names that the vocabulary test still lets pass; an entry that is not needed any more fails it.

/** Types that several modules export. */
export const DUPLICATE_TYPES: readonly string[] = [];

/** Exported names and files with an unwanted word. */
export const UNWANTED_NAMES: readonly string[] = [];

/** Banned words by the module that needs them. */
export const BANNED_IN: Readonly<Record<string, readonly string[]>> = {
  // The name of an earlier version, which is refused with the new one.
  'packages/plyades/src/gpp/growth.ts': ['council'],
};

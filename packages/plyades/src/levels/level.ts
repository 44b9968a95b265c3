// The levels of a player: 1 to 10, of which three have names. 10 is full strength and uses all its time.

/** The strongest level: no node budget, no chance. */
export const FULL_STRENGTH = 10;

/** Levels by number, the weakest first. */
export const levelNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** One of `levelNumbers`. */
export type LevelNumber = (typeof levelNumbers)[number];

/** The numbers of the levels that have names. */
export const levelNames = { easy: 2, medium: 5, hard: FULL_STRENGTH } as const;
/** A level with a name. */
export type LevelName = keyof typeof levelNames;

/** The number of a level. */
export const levelNumber = (level: LevelNumber | LevelName): LevelNumber =>
  typeof level === 'number' ? level : levelNames[level];

// What an algorithm says of itself. Hosts, the library, the command line and the documents take everything they say
// about an algorithm from its description: no name of an algorithm stands anywhere else.
import type { RecordSchema } from './schema.js';
import type { SearchMode, TableKind } from './search-request.js';

export const searchHosts = [
  'thread',
  'threads',
  'deterministic',
  'cluster',
  'simulation',
  'gpu',
] as const;
/**
 * Where an algorithm can run: on one thread, on several, on several with the same result every time, on the
 * machines of a cluster, under the virtual clock of the simulation, on a graphics device.
 */
export type SearchHost = (typeof searchHosts)[number];

/** A named set of settings, such as those of a paper; the command line has a flag for it. */
export interface SettingsPreset<S> {
  /** One line for people. */
  readonly help: string;
  readonly settings: S;
  /** Changes for settings that the user gives beside the preset. */
  adjust?(given: S): S;
}

/** The search that settings are for. */
export interface SettingsUse {
  readonly host: SearchHost;
  readonly mode: SearchMode;
  readonly table: TableKind;
  /** Undefined when no depth was asked for. */
  readonly depth: number | undefined;
}

/** The description of an algorithm: `N` is its name, `S` its settings, `M` its modes, `H` where it runs. */
export interface AlgorithmDescription<
  N extends string = string,
  S extends object = object,
  M extends SearchMode = SearchMode,
  H extends SearchHost = SearchHost,
> {
  /** As users write it. */
  readonly name: N;
  /** One line for people, without a full stop. */
  readonly help: string;
  readonly modes: readonly M[];
  /** The games that it searches in play mode; all if not given. */
  readonly plays?: readonly string[];
  readonly runsOn: readonly H[];
  /** Kinds of tables that it can use; a search uses the first one of its host's that is among them. */
  readonly tables: readonly TableKind[];
  /** Whether its processes divide the work by the table, and search nothing but the same without one. */
  readonly needsTable?: boolean;
  /** All optional; a field `horizon` is the depth of a master's tree. */
  readonly settings: RecordSchema<S>;
  readonly presets?: Readonly<Record<string, SettingsPreset<NoInfer<S>>>>;
  /** What differs from the usual settings for this use, where the user gave nothing. */
  defaultsFor?(use: SettingsUse): NoInfer<S>;
  /** Why these settings cannot be together or for this use, as one sentence; undefined when they can. */
  refuses?(settings: NoInfer<S>, use: SettingsUse): string | undefined;
  /** By host: the algorithm of greatest rank searches there unless the user names another; 0 if not given. */
  readonly rank?: Partial<Readonly<Record<SearchHost, number>>>;
}

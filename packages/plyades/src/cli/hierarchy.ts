// Files of hierarchies, for the commands that read them.
import { type HierarchyFile, parentsOf, parseHierarchy } from '../parallel/hierarchy/file.js';
import { Refusal } from './exit.js';
import { readText } from './files.js';

export interface OpenedHierarchy {
  readonly text: string;
  readonly file: HierarchyFile;
  /** The top included. */
  readonly processors: number;
}

/** Reads a hierarchy from a file, or from the text itself, as the commands that repeat a run have it. */
export async function openHierarchy(where: string, file: string): Promise<OpenedHierarchy> {
  const text = file.includes('\n') ? file : await readText(where, file);
  const parsed = parseHierarchy(text);
  if (!parsed.ok) throw Refusal.of(parsed.error, { where });
  return { text, file: parsed.value, processors: parentsOf(parsed.value).length };
}

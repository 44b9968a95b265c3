// Files of hierarchies, for the commands that read them.
import { readFile } from 'node:fs/promises';
import { quotePath } from '../core/errors.js';
import { type HierarchyFile, parentsOf, parseHierarchy } from '../parallel/hierarchy/file.js';
import { Refusal } from './exit.js';

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

async function readText(where: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal('ERR_VALUE', `${quotePath(file)} cannot be read: ${why}`, { where });
  }
}

// Text of tags such as `[White "Name"]` and moves, as in PGN and PDN: comments, variations, glyphs and move numbers are
// left out. One walk over the text, whose cost does not depend on what it finds.
import { ok } from 'plyades';
import { type FileResult, refuseFile, type Word } from './record.js';

export interface TaggedText {
  readonly tags: ReadonlyMap<string, string>;
  /** Moves, and the result where there is one, in order. */
  readonly words: readonly Word[];
}

const TAG = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$/;
export const results = ['1-0', '0-1', '1/2-1/2', '2-0', '0-2', '1-1', '0-0', '*'];

/**
 * The first game of a text, and how many games there are: a tag after moves begins another one. A file of 2 MB has
 * thousands of games, and playing all of them through would take seconds.
 */
export function cutFirstGame(text: string): { readonly text: string; readonly count: number } {
  const lines = text.split(/\r?\n/);
  let count = 1;
  let end = lines.length;
  let inMoves = false;
  let inComment = false;
  for (const [i, line] of lines.entries()) {
    if (!inComment && TAG.test(line)) {
      if (inMoves) {
        if (count === 1) end = i;
        count++;
      }
      inMoves = false;
      continue;
    }
    if (line.trim() !== '') inMoves = true;
    inComment = isCommentOpen(line, inComment);
  }
  return { text: lines.slice(0, end).join('\n'), count };
}

function isCommentOpen(line: string, inComment: boolean): boolean {
  let open = inComment;
  for (let at = 0; at < line.length; at++) {
    if (open) {
      const end = line.indexOf('}', at);
      if (end < 0) return true;
      open = false;
      at = end;
    } else if (line[at] === ';') return false;
    else if (line[at] === '{') open = true;
  }
  return open;
}

/** Reads the text of one game. */
export function parseTaggedText(text: string): FileResult<TaggedText> {
  const tags = new Map<string, string>();
  const words: Word[] = [];
  let inComment = false;
  let depth = 0;
  let opened = 0;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const tag = inComment ? null : TAG.exec(line);
    if (tag !== null) {
      tags.set(tag[1]!, tag[2]!.replace(/\\(.)/g, '$1'));
      continue;
    }
    for (let at = 0; at < line.length; ) {
      const sign = line[at]!;
      if (inComment) {
        const end = line.indexOf('}', at);
        inComment = end < 0;
        at = end < 0 ? line.length : end + 1;
      } else if (sign === '{' || sign === '(') {
        if (sign === '{') inComment = true;
        else depth++;
        opened = i + 1;
        at++;
      } else if (sign === ')') {
        if (--depth < 0) return refuseFile('ERR_CHARACTER', "')' has no partner.", i + 1);
        at++;
      } else if (sign === ';' || (sign === '%' && at === 0)) break;
      else if (/\s/.test(sign)) at++;
      else {
        const end = endOfWord(line, at);
        const word = line
          .slice(at, end)
          .replace(/^\d+\.+/, '')
          .replace(/[!?]+$/, '');
        at = end;
        if (depth > 0 || word === '' || word.startsWith('$')) continue;
        words.push({ text: word, line: i + 1 });
      }
    }
  }
  if (inComment) return refuseFile('ERR_CHARACTER', "'{' has no partner.", opened);
  if (depth > 0) return refuseFile('ERR_CHARACTER', "'(' has no partner.", opened);
  return ok({ tags, words });
}

function endOfWord(line: string, from: number): number {
  let end = from + 1;
  while (end < line.length && !/[\s{}();]/.test(line[end]!)) end++;
  return end;
}

/** Tags as text, quotes and backslashes escaped. */
export function makeTags(tags: ReadonlyMap<string, string>): string {
  return [...tags]
    .filter(([name]) => /^\w+$/.test(name))
    .map(([name, value]) => `[${name} "${value.replace(/\s+/g, ' ').replace(/(["\\])/g, '\\$1')}"]`)
    .join('\n');
}

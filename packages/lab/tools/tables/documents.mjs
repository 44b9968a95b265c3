// Puts tables and figures into the text of a document, between its marks:
//
//   <!-- table: NAME -->        a table, on lines of its own
//   <!-- end -->
//   ... <!-- figure: NAME -->4.2<!-- end --> ...      a figure inside a line
const MARK = /<!-- (table|figure): (\S+) -->(.*?)<!-- end -->/gs;
const BEGIN = /<!-- (?:table|figure): \S+ -->/;

/**
 * The text with every mark filled.
 * @param {string} text
 * @param {(kind: 'table' | 'figure', name: string) => string | undefined} make
 */
export function fill(text, make) {
  const filled = text.replace(MARK, (_, kind, name, old) => {
    if (BEGIN.test(old)) throw new Error(`<!-- ${kind}: ${name} --> has no <!-- end -->`);
    const made = make(kind, name);
    if (made === undefined) throw new Error(`results/ has no ${kind} '${name}'`);
    return `<!-- ${kind}: ${name} -->${kind === 'table' ? `\n\n${made}\n\n` : made}<!-- end -->`;
  });
  const rest = BEGIN.exec(text.replace(MARK, ''));
  if (rest) throw new Error(`${rest[0]} has no <!-- end -->`);
  return filled;
}

// Relative links of a document at the root of the repository, as addresses that work where the repository is not: on
// the page of the package and in node_modules.

/**
 * @param {string} text Markdown.
 * @param {string} repository The address of the repository, such as https://github.com/plyades/plyades.
 * @param {string} tag The tag whose files are meant.
 */
export function absoluteLinks(text, repository, tag) {
  const raw = repository.replace('//github.com/', '//raw.githubusercontent.com/');
  const parts = text.split(/^(`{3,}.*\n[\s\S]*?^`{3,}$)/m);
  const linked = parts.map((part, i) => {
    // Fenced blocks are the odd parts.
    if (i % 2 === 1) return part;
    const pictured = part.replace(/\b(src|srcset)="([^":\s]+)"/g, `$1="${raw}/${tag}/$2"`);
    return pictured.replace(
      /(!?)(\[[^\]]*\]\()([^)\s]+)(\))/g,
      (whole, image, open, target, close) => {
        if (/^(?:[a-z]+:|#)/.test(target)) return whole;
        const base = image ? `${raw}/${tag}` : `${repository}/blob/${tag}`;
        return `${image}${open}${base}/${target}${close}`;
      },
    );
  });
  return linked.join('');
}

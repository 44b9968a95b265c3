// How figures look in the documents: digits, units and tables.

/** @param {readonly number[]} list */
export const least = (list) => Math.min(...list);

/** @param {readonly number[]} list */
export const median = (list) => {
  const sorted = list.toSorted((a, b) => a - b);
  return (sorted[(list.length - 1) >> 1] + sorted[list.length >> 1]) / 2;
};

/** `text` with a comma before every three digits of its whole part. */
const withCommas = (text) => {
  const [whole, fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** Three digits, as precise as timings are: 4.28, 16.6, 1,285. */
export const number = (value) => withCommas(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0));

/** A whole number: 14,931,515. */
export const count = (value) => withCommas(value.toFixed(0));

export const ms = (seconds) => number(1000 * seconds);
export const times = (ratio) => `${ratio.toFixed(1)} x`;

/** The figure of a row, with the digits that the row has. */
export const plain = (value) => (typeof value === 'number' ? withCommas(String(value)) : value);

/**
 * A Markdown table.
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} body
 */
export const table = (head, body) =>
  [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

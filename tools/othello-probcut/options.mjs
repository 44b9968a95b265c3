// Options of these programs: `--name value` pairs over defaults; a number where the default is one.
export function options(defaults) {
  const chosen = { ...defaults };
  const words = process.argv.slice(2);
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i].slice(2);
    if (!(name in defaults) || words[i + 1] === undefined) {
      console.error(`unknown option ${words[i]}; known: ${Object.keys(defaults).join(', ')}`);
      process.exit(2);
    }
    chosen[name] = typeof defaults[name] === 'number' ? Number(words[i + 1]) : words[i + 1];
  }
  return chosen;
}

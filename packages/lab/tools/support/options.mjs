// `--name value` pairs over defaults, whose types they have.

/** Ends the program, naming all options, when given one that it does not know or that has no value. */
export function options(defaults) {
  const found = { ...defaults };
  const words = process.argv.slice(2);
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i].replace(/^--/, '');
    if (!Object.hasOwn(defaults, name) || words[i + 1] === undefined) {
      console.error(`unknown option ${words[i]}; known: ${Object.keys(defaults).join(', ')}`);
      process.exit(2);
    }
    found[name] = typeof defaults[name] === 'number' ? Number(words[i + 1]) : words[i + 1];
  }
  return found;
}

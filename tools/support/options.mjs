// `--name value` pairs over defaults, whose types they have.

/** Names all options when given one it does not know. */
export function options(defaults) {
  const found = { ...defaults };
  const args = process.argv.slice(2);
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i].replace(/^--/, '');
    if (!(name in defaults)) throw new Error(`options: ${Object.keys(defaults).join(', ')}`);
    found[name] = typeof defaults[name] === 'number' ? Number(args[i + 1]) : args[i + 1];
  }
  return found;
}

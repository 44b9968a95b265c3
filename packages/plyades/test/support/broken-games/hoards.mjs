// Asks for memory until there is none.
const hoard = [];
while (true) hoard.push(new Array(100_000).fill({}).map(() => ({})));

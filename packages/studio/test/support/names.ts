// The names of the views, as addresses have them; src/shell/route.ts, which has them too, needs a page.
export const viewNames = ['board', 'tree', 'processors', 'laboratory', 'proof', 'cluster'] as const;

// What people may want to hear of a search on a cluster, beside its progress.

/**
 * A worker, by its id, cannot take part, joins the search, or is lost to it. `unnamed`: so many cannot take part that it
 * and those after it are not told of.
 */
export type ClusterNote =
  | { readonly type: 'refused'; readonly worker: string; readonly reason: string }
  | { readonly type: 'unnamed'; readonly worker: string }
  | { readonly type: 'joined'; readonly worker: string; readonly places: number }
  | { readonly type: 'lost'; readonly worker: string; readonly reason: string };

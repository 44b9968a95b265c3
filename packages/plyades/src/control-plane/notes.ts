// Notes for people about a job on a cluster, beside its progress.

/**
 * A worker, by its id, cannot take part, joins the job, or is lost to it. `unnamed`: more workers than are worth a line
 * each cannot take part; this one and those after it are not reported.
 */
export type ClusterNote =
  | { readonly type: 'refused'; readonly worker: string; readonly reason: string }
  | { readonly type: 'unnamed'; readonly worker: string }
  | { readonly type: 'joined'; readonly worker: string; readonly seats: number }
  | { readonly type: 'lost'; readonly worker: string; readonly reason: string };

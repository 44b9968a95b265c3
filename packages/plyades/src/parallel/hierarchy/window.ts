// The window of a search.
export interface Window {
  readonly alpha: number;
  readonly beta: number;
}

/** A value fetched on demand, when it was fetched upstream, and whether it is out of date. */
export interface Fetched<T> {
  readonly value: T;
  readonly fetchedAt: number;
  readonly isStale: boolean;
}

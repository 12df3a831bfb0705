/** Something fetched on demand: its value, when it was fetched upstream (ms), and whether it is past its time. */
export interface Fetched<T> {
  readonly value: T;
  readonly fetchedAt: number;
  readonly isStale: boolean;
}

/**
 * The tables as `migrations/` makes them, the same on both databases: ids and JSON as text, instants as
 * integers in milliseconds since 1970.
 */
export interface Tables {
  snapshots: SnapshotTable;
  leases: LeaseTable;
}

/** The last answer of each source of data: one row a source. */
export interface SnapshotTable {
  source: string;
  as_of: number;
  /** JSON. */
  body: string;
}

/** Who alone may do a piece of work, and until when. */
export interface LeaseTable {
  name: string;
  holder: string;
  expires_at: number;
}

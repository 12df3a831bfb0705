/** Limits on the imported files that are kept, so that no account fills the disk or blocks the others. */
export const importLimits = {
  /** Not applied, per portfolio. */
  unapplied: 50,
  /** Not applied, per account. */
  unappliedOfUser: 200,
  /** Applied, per portfolio: every list and every plan reads all of them. */
  applied: 1_000,
  /**
   * Rows of all applied files, per portfolio, when two accounts are merged: comparing more takes more memory than the
   * thread has.
   */
  comparedRows: 1_000_000,
  /** Total size of an account's files as stored, that is, compressed. */
  bytes: 300 * 1024 * 1024,
} as const;

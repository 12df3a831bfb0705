/** Why a file can't be read at all. */
export type UnreadableReason = 'too_many_rows' | 'too_large' | 'unknown_format' | 'unreadable';

export interface UnreadableDetails {
  readonly line?: number | null;
  /** The columns found, where no format has them. */
  readonly columns?: readonly string[];
}

/** A file of which nothing can be read; the message is for its user. */
export class UnreadableFile extends Error {
  readonly reason: UnreadableReason;
  readonly line: number | null;
  readonly columns: readonly string[];

  constructor(
    reason: UnreadableReason,
    message: string,
    { line = null, columns = [] }: UnreadableDetails = {},
  ) {
    super(message);
    this.name = 'UnreadableFile';
    this.reason = reason;
    this.line = line;
    this.columns = columns;
  }
}

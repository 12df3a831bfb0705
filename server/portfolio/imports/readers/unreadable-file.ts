/** Why a file can't be read. */
export type UnreadableReason = 'too_many_rows' | 'too_large' | 'unknown_format' | 'unreadable';

export interface UnreadableDetails {
  readonly line?: number | null;
  /** The columns found, if they match no format. */
  readonly columns?: readonly string[];
}

/** A file in which nothing can be read. The message is shown to the user. */
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

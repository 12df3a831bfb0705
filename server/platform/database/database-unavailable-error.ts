/**
 * The database can't be reached or written at the moment, and the same call may succeed later. Uncommitted changes are
 * rolled back. The message contains only the code, because a driver's message may contain values.
 */
export class DatabaseUnavailableError extends Error {
  /** The code from SQLite, PostgreSQL or the network. */
  readonly code: string;
  constructor(code: string, options: ErrorOptions) {
    super(`the database is unavailable (${code})`, options);
    this.name = 'DatabaseUnavailableError';
    this.code = code;
  }
}

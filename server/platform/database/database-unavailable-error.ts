/**
 * The database cannot be reached or written at the moment, and the same call may succeed later. What was not committed is
 * undone. The message names the code only: a driver's own message may repeat values.
 */
export class DatabaseUnavailableError extends Error {
  /** SQLite's, PostgreSQL's or the network's code. */
  readonly code: string;
  constructor(code: string, options: ErrorOptions) {
    super(`the database is unavailable (${code})`, options);
    this.name = 'DatabaseUnavailableError';
    this.code = code;
  }
}

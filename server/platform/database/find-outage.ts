import { getResultCode, type SqliteCode } from './sqlite/sqlite-codes.ts';

/** A full or failing disk, one that turned read-only, or another process that keeps the file locked. */
const sqliteOutages: readonly SqliteCode[] = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
  'SQLITE_PROTOCOL',
];

/**
 * SQLSTATE classes (https://www.postgresql.org/docs/current/errcodes-appendix.html): 08 connection, 53 resources, 57P
 * shutdown, 58 system error; 25006 is a server that takes no writes, 25P03 a transaction that stood idle for too long, 57014
 * a statement that took too long.
 */
const postgresOutages = /^(?:08|53|57P|58)|^(?:25006|25P03|57014)$/;

/** The code of an outage that waiting may end; undefined for any other error of a database's driver. */
export function findOutage(error: unknown): string | undefined {
  const result = getResultCode(error);
  if (result) return sqliteOutages.includes(result) ? result : undefined;
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  if (isPostgresAnswer(error)) return code && postgresOutages.test(code) ? code : undefined;
  return isConnectionError(error) ? (code ?? 'connection lost') : undefined;
}

/** A `DatabaseError` of pg, which is not imported for it: a server on SQLite does without the driver. */
const isPostgresAnswer = (error: Error) => error.name === 'error' && 'length' in error;

/** The system's errors have a `syscall`, and so have the parts of an AggregateError; those of pg have nothing but a text. */
function isConnectionError(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some((part) => 'syscall' in part);
  if ('syscall' in error) return true;
  return connectionTexts.some((text) => error.message.startsWith(text));
}

const connectionTexts = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'The server does not support SSL connections',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
];

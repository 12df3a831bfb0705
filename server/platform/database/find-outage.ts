import { getResultCode, type SqliteCode } from './sqlite/sqlite-codes.ts';

/** A full, failing or read-only disk, or another process that keeps the file locked. */
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
 * shutdown, 58 system error; 25006 is a read-only server, 25P03 a transaction idle for too long, 40P01 one of two
 * transactions that waited for each other, 57014 a statement that took too long.
 */
const postgresOutages = /^(?:08|53|57P|58)|^(?:25006|25P03|40P01|57014)$/;

/** The code of an outage that is only noticed by a later statement. */
export const lostWhileIdle = 'connection lost while idle';

/** The code of an outage that may pass; undefined for any other error from a database driver. */
export function findOutage(error: unknown): string | undefined {
  const result = getResultCode(error);
  if (result) return sqliteOutages.includes(result) ? result : undefined;
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  if (isPostgresAnswer(error)) return code && postgresOutages.test(code) ? code : undefined;
  if (error.message.startsWith(idleLossText)) return lostWhileIdle;
  return isConnectionError(error) ? (code ?? 'connection lost') : undefined;
}

/** A `DatabaseError` of pg, detected without importing pg, which a server on SQLite doesn't load. */
const isPostgresAnswer = (error: Error) => error.name === 'error' && 'length' in error;

/** System errors have a `syscall`, also as parts of an AggregateError; pg's have nothing but a message. */
function isConnectionError(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some((part) => 'syscall' in part);
  if ('syscall' in error) return true;
  return connectionTexts.some((text) => error.message.startsWith(text));
}

const idleLossText = 'Client has encountered a connection error';
const connectionTexts = [
  'Connection terminated',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'The server does not support SSL connections',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
];

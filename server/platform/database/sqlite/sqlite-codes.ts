/** SQLite's primary result codes that we tell apart (https://sqlite.org/rescode.html). */
const codes = {
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_PROTOCOL: 15,
  SQLITE_NOTADB: 26,
} as const;

export type SqliteCode = keyof typeof codes;

const names = new Map(Object.entries(codes).map(([name, code]) => [code as number, name as SqliteCode]));

/** The primary code of a SQLite error. Extended codes contain it in their lowest byte. */
export function getResultCode(error: unknown): SqliteCode | undefined {
  const errcode = (error as { errcode?: unknown } | null)?.errcode;
  return typeof errcode === 'number' ? names.get(errcode & 0xff) : undefined;
}

import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type SqliteDatabase,
} from 'kysely';
import type { Milliseconds } from '#contract/units.ts';
import type { Checkpoints } from './checkpoints.ts';
import { getResultCode } from './sqlite-codes.ts';
import type { WriteLock } from './write-lock.ts';

/** The two connections to one file. */
export interface SqliteFile {
  /** Does not wait for other processes: the driver does, without blocking this one. */
  readonly writer: SqliteDatabase & { readonly isTransaction: boolean };
  /** Sees the last committed state. */
  readonly reader: SqliteDatabase;
  readonly checkpoints: Checkpoints;
}

/**
 * Transactions and single writes take turns on one connection. Reads outside of transactions use the other and wait for
 * nobody; otherwise a long transaction would delay every signed-in call.
 */
export class FileDriver implements Driver {
  readonly #open: () => SqliteFile;
  readonly #lock: WriteLock;
  #file: SqliteFile | undefined;
  readonly #others: OtherWriters = { busySince: 0, triedAt: Number.NEGATIVE_INFINITY };

  constructor(open: () => SqliteFile, lock: WriteLock) {
    this.#open = open;
    this.#lock = lock;
  }
  async init(): Promise<void> {
    this.#file = this.#open();
  }
  async acquireConnection(): Promise<FileConnection> {
    return new FileConnection({ file: this.#file!, lock: this.#lock, others: this.#others });
  }
  beginTransaction(connection: FileConnection): Promise<void> {
    return connection.begin();
  }
  commitTransaction(connection: FileConnection): Promise<void> {
    return connection.commit();
  }
  async rollbackTransaction(connection: FileConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
  async releaseConnection(connection: FileConnection): Promise<void> {
    connection.release();
  }
  async destroy(): Promise<void> {
    await this.#file?.checkpoints.stop();
    this.#file?.reader.close();
    this.#file?.writer.close();
  }
}

/** Other processes, such as the operator's tool, which may delete an account for many seconds. */
interface OtherWriters {
  /** Since when they keep this process from writing. */
  busySince: Milliseconds;
  /** When it last tried in vain. */
  triedAt: Milliseconds;
}

interface FileParts {
  readonly file: SqliteFile;
  readonly lock: WriteLock;
  readonly others: OtherWriters;
}

class FileConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #lock: WriteLock;
  readonly #others: OtherWriters;
  #isLocked = false;
  /** The error after which SQLite itself rolled back the open transaction. */
  #fatal: unknown;

  constructor({ file, lock, others }: FileParts) {
    this.#file = file;
    this.#lock = lock;
    this.#others = others;
  }

  /**
   * Takes SQLite's write lock immediately: a transaction that reads first would fail if another process wrote in
   * between.
   */
  async begin(): Promise<void> {
    await this.#lock.acquire();
    this.#isLocked = true;
    await this.#file.checkpoints.beforeBegin();
    await this.#write(CompiledQuery.raw('begin immediate'));
  }

  /**
   * A full or failing disk can make SQLite roll back the whole transaction, whose further statements would then be committed
   * one by one: they get the same error.
   */
  #runInTransaction<Row>(query: CompiledQuery): QueryResult<Row> {
    if (this.#fatal !== undefined) throw this.#fatal;
    const { writer, checkpoints } = this.#file;
    const wasOpen = writer.isTransaction;
    try {
      const result = run<Row>(writer, query);
      checkpoints.afterStatement();
      return result;
    } catch (error) {
      if (wasOpen && !writer.isTransaction) this.#fatal = error;
      throw error;
    }
  }

  async commit(): Promise<void> {
    const copyLog = this.#file.checkpoints.beforeCommit();
    await this.executeQuery(CompiledQuery.raw('commit'));
    copyLog();
  }

  /** Waits for other processes, for `maxBusyMs` altogether: each of many waiting writes would make the next wait as long. */
  async #write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (;;) {
      try {
        const result = run<Row>(this.#file.writer, query);
        this.#others.triedAt = Number.NEGATIVE_INFINITY;
        return result;
      } catch (error) {
        if (getResultCode(error) !== 'SQLITE_BUSY') throw error;
        if (hasBeenBusy(this.#others, performance.now())) throw error;
      }
      await pause(retryMs);
    }
  }

  release(): void {
    if (!this.#isLocked) return;
    this.#isLocked = false;
    this.#lock.release();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isLocked) return this.#runInTransaction(query);
    if (isRead(query)) return run(this.#file.reader, query);
    await this.#lock.acquire();
    try {
      const copyLog = this.#file.checkpoints.beforeCommit();
      const result = await this.#write<Row>(query);
      copyLog();
      return result;
    } finally {
      this.#lock.release();
    }
  }

  streamQuery(): never {
    throw new Error('Rows are read in pages, not streamed.');
  }
}

/** How long writes wait for another process that writes. */
const maxBusyMs: Milliseconds = 5000;
const retryMs: Milliseconds = 10;

/** Notes a vain try. Returns whether writes have waited long enough. */
function hasBeenBusy(others: OtherWriters, now: Milliseconds): boolean {
  // A while ago it may have been another one.
  if (now - others.triedAt > maxBusyMs) others.busySince = now;
  others.triedAt = now;
  return now - others.busySince > maxBusyMs;
}

const isRead = ({ sql }: CompiledQuery) => /^\s*select\b/i.test(sql);

function run<Row>(database: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = database.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
}

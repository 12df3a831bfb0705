import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type SqliteDatabase,
} from 'kysely';
import type { WriteLock } from './write-lock.ts';

/** The two connections to one file. */
export interface SqliteFile {
  readonly writer: SqliteDatabase;
  /** Sees the last committed state. */
  readonly reader: SqliteDatabase;
}

/**
 * Transactions and single writes take turns on one connection. Reads outside of transactions use the other and wait for
 * nobody; otherwise a long transaction would delay every signed-in call.
 */
export class FileDriver implements Driver {
  readonly #open: () => SqliteFile;
  readonly #lock: WriteLock;
  #file: SqliteFile | undefined;

  constructor(open: () => SqliteFile, lock: WriteLock) {
    this.#open = open;
    this.#lock = lock;
  }
  async init(): Promise<void> {
    this.#file = this.#open();
  }
  async acquireConnection(): Promise<FileConnection> {
    return new FileConnection(this.#file!, this.#lock);
  }
  beginTransaction(connection: FileConnection): Promise<void> {
    return connection.begin();
  }
  async commitTransaction(connection: FileConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }
  async rollbackTransaction(connection: FileConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
  async releaseConnection(connection: FileConnection): Promise<void> {
    connection.release();
  }
  async destroy(): Promise<void> {
    this.#file?.reader.close();
    this.#file?.writer.close();
  }
}

class FileConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #lock: WriteLock;
  #isLocked = false;

  constructor(file: SqliteFile, lock: WriteLock) {
    this.#file = file;
    this.#lock = lock;
  }

  /**
   * Takes SQLite's write lock immediately: a transaction that reads first would fail if another process wrote in
   * between.
   */
  async begin(): Promise<void> {
    await this.#lock.acquire();
    this.#isLocked = true;
    run(this.#file.writer, CompiledQuery.raw('begin immediate'));
  }

  release(): void {
    if (!this.#isLocked) return;
    this.#isLocked = false;
    this.#lock.release();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isLocked) return run(this.#file.writer, query);
    if (isRead(query)) return run(this.#file.reader, query);
    await this.#lock.acquire();
    try {
      return run(this.#file.writer, query);
    } finally {
      this.#lock.release();
    }
  }

  streamQuery(): never {
    throw new Error('Rows are read in pages, not streamed.');
  }
}

const isRead = ({ sql }: CompiledQuery) => /^\s*select\b/i.test(sql);

function run<Row>(database: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = database.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
}

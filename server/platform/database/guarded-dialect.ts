import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { findOutage, lostWhileIdle } from './find-outage.ts';
import { findWriter, type WriteTurn, type WriteTurns } from './postgres/write-turns.ts';

/**
 * Wraps a dialect so that every outage of its driver is reported as a `DatabaseUnavailableError`. A lost connection is
 * replaced once if nothing can have been written through it: when a transaction begins, and for a `select` outside of
 * one. With `turns`, writes wait for theirs before they take a connection.
 */
export function guardedDialect(dialect: Dialect, turns?: WriteTurns): Dialect {
  return {
    createDriver: () => {
      // SQLite's single connection can't be lost.
      const canReplace = dialect.createAdapter() instanceof PostgresAdapter;
      return new GuardedDriver({ inner: dialect.createDriver(), canReplace, turns });
    },
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

interface GuardedParts {
  readonly inner: Driver;
  readonly canReplace: boolean;
  readonly turns: WriteTurns | undefined;
}

/** Within a request, takes its connection only for its first statement, because that of a write has to wait for its turn. */
class GuardedConnection implements DatabaseConnection {
  readonly #parts: GuardedParts;
  #inner: DatabaseConnection | undefined;
  #turn: WriteTurn | undefined;
  #isInTransaction = false;

  constructor(parts: GuardedParts) {
    this.#parts = parts;
  }

  executeQuery: DatabaseConnection['executeQuery'] = (query) =>
    this.guard(async () => {
      if (!this.#isInTransaction) {
        if (isPureSelect(query)) return this.#retryOnce((inner) => inner.executeQuery(query));
        await this.#takeTurn();
      }
      return (await this.open()).executeQuery(query);
    });

  async *streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.open()).streamQuery<Row>(query, chunkSize);
  }

  async begin(settings: TransactionSettings): Promise<void> {
    await this.guard(async () => {
      await this.#takeTurn();
      await this.#retryOnce((inner) => this.#parts.inner.beginTransaction(inner, settings));
    });
    this.#isInTransaction = true;
  }

  async end(work: (inner: DatabaseConnection) => Promise<void>): Promise<void> {
    await this.guard(async () => work(await this.open()));
    this.#isInTransaction = false;
  }

  async open(): Promise<DatabaseConnection> {
    this.#inner ??= await this.#parts.inner.acquireConnection();
    return this.#inner;
  }

  async release(): Promise<void> {
    const [inner, turn] = [this.#inner, this.#turn];
    [this.#inner, this.#turn] = [undefined, undefined];
    try {
      if (inner) await this.#parts.inner.releaseConnection(inner);
    } finally {
      turn?.end();
    }
  }

  /** Reports an outage as such, to the writes too that wait for this one. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await guard(work);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError && !ownFaults.includes(error.code))
        this.#turn?.refuseOthers(error, this.#isForAll(error.code) ? 'all' : 'own');
      throw error;
    }
  }

  /** Whether an outage concerns everybody: a transaction's connection may have been ended alone, for being idle too long. */
  #isForAll(code: string): boolean {
    return isLoss(code) && !(this.#isInTransaction && code === lostWhileIdle);
  }

  async #takeTurn(): Promise<void> {
    const { turns } = this.#parts;
    const writer = turns && !this.#turn ? findWriter() : undefined;
    if (writer !== undefined) this.#turn = await turns?.enter(writer);
  }

  /** Retries on a new connection if the first was lost immediately. */
  async #retryOnce<T>(call: (inner: DatabaseConnection) => Promise<T>): Promise<T> {
    const inner = await this.open();
    const startedAt = performance.now();
    try {
      return await call(inner);
    } catch (error) {
      const { inner: driver, canReplace } = this.#parts;
      if (!canReplace || !isLost(error) || performance.now() - startedAt > maxRetriedMs) throw error;
      this.#inner = undefined;
      await driver.releaseConnection(inner);
      return await call(await this.open());
    }
  }
}

/**
 * PostgreSQL's codes for a statement that took too long, for example because it waited for a lock, and for a transaction that
 * was ended because another one waited for it, and it for that one. The database answers all others.
 */
const ownFaults: readonly string[] = ['57014', '40P01'];

/** A longer attempt has used up the time of its caller, who must be answered within ten seconds. */
const maxRetriedMs = 1000;

function isLost(error: unknown): boolean {
  const code = findOutage(error);
  return code !== undefined && isLoss(code);
}

/** Network errors, and a server that is shutting down (57P01) or crashed (57P02). */
const isLoss = (code: string) => /^\D/.test(code) || code === '57P01' || code === '57P02';

const rawReads = new WeakSet<CompiledQuery>();

/** Marks raw SQL as a query that only reads. Returns it. */
export function markAsRead(query: CompiledQuery): CompiledQuery {
  rawReads.add(query);
  return query;
}

/** Whether a query only reads, including in its `with` clauses. Raw SQL may do anything unless it is marked. */
function isPureSelect(compiled: CompiledQuery): boolean {
  if (rawReads.has(compiled)) return true;
  const { query } = compiled;
  return query.kind === 'SelectQueryNode' && !('with' in query && query.with !== undefined);
}

class GuardedDriver implements Driver {
  readonly #parts: GuardedParts;
  readonly #inner: Driver;
  constructor(parts: GuardedParts) {
    this.#parts = parts;
    this.#inner = parts.inner;
  }
  init() {
    return guard(() => this.#inner.init());
  }
  async acquireConnection() {
    const connection = new GuardedConnection(this.#parts);
    if (!this.#parts.turns || findWriter() === undefined) await guard(() => connection.open());
    return connection;
  }
  beginTransaction(connection: GuardedConnection, settings: TransactionSettings) {
    return connection.begin(settings);
  }
  commitTransaction(connection: GuardedConnection) {
    return connection.end((inner) => this.#inner.commitTransaction(inner));
  }
  /** Never rejects: after an outage there is nothing to roll back, and the original error must be reported. */
  rollbackTransaction(connection: GuardedConnection) {
    return connection.end((inner) => this.#inner.rollbackTransaction(inner)).catch(() => undefined);
  }
  releaseConnection(connection: GuardedConnection) {
    return connection.release();
  }
  destroy() {
    return this.#inner.destroy();
  }
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = findOutage(error);
    throw code === undefined ? error : new DatabaseUnavailableError(code, { cause: error });
  }
}

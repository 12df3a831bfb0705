import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  type TransactionSettings,
} from 'kysely';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { findOutage } from './find-outage.ts';

/**
 * Wraps a dialect so that every outage of its driver is reported as a `DatabaseUnavailableError`. A lost connection is
 * replaced once if nothing can have been written through it: when a transaction begins, and for a `select` outside of
 * one.
 */
export function guardedDialect(dialect: Dialect): Dialect {
  return {
    createDriver: () => {
      // SQLite's single connection can't be lost.
      const canReplace = dialect.createAdapter() instanceof PostgresAdapter;
      return new GuardedDriver(dialect.createDriver(), canReplace);
    },
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

class GuardedConnection implements DatabaseConnection {
  inner: DatabaseConnection;
  isInTransaction = false;
  isReleased = false;
  readonly #replacement: Driver | undefined;
  /** `replacement` is the driver that provides another connection; undefined if there is none. */
  constructor(inner: DatabaseConnection, replacement: Driver | undefined) {
    this.inner = inner;
    this.#replacement = replacement;
  }
  executeQuery: DatabaseConnection['executeQuery'] = (query) =>
    guard(() =>
      !this.isInTransaction && isPureSelect(query)
        ? this.retryOnce((inner) => inner.executeQuery(query))
        : this.inner.executeQuery(query),
    );
  streamQuery: DatabaseConnection['streamQuery'] = (query, chunkSize) =>
    this.inner.streamQuery(query, chunkSize);

  /** Retries on a new connection if the first was lost immediately. */
  async retryOnce<T>(call: (inner: DatabaseConnection) => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await call(this.inner);
    } catch (error) {
      const driver = this.#replacement;
      if (!driver || !isLost(error) || performance.now() - startedAt > maxRetriedMs) throw error;
      await driver.releaseConnection(this.inner);
      this.isReleased = true;
      this.inner = await driver.acquireConnection();
      this.isReleased = false;
      return await call(this.inner);
    }
  }
}

/** A longer attempt has used up the time of its caller, who must be answered within ten seconds. */
const maxRetriedMs = 1000;

/** Network errors, and a server that is shutting down (57P01) or crashed (57P02). */
function isLost(error: unknown): boolean {
  const code = findOutage(error);
  return code !== undefined && (/^\D/.test(code) || code === '57P01' || code === '57P02');
}

/** Whether a query only reads, including in its `with` clauses. Raw SQL may do anything. */
function isPureSelect({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && !('with' in query && query.with !== undefined);
}

class GuardedDriver implements Driver {
  readonly #inner: Driver;
  readonly #canReplace: boolean;
  constructor(inner: Driver, canReplace: boolean) {
    this.#inner = inner;
    this.#canReplace = canReplace;
  }
  init() {
    return guard(() => this.#inner.init());
  }
  async acquireConnection() {
    const inner = await guard(() => this.#inner.acquireConnection());
    return new GuardedConnection(inner, this.#canReplace ? this.#inner : undefined);
  }
  async beginTransaction(connection: GuardedConnection, settings: TransactionSettings) {
    await guard(() => connection.retryOnce((inner) => this.#inner.beginTransaction(inner, settings)));
    connection.isInTransaction = true;
  }
  async commitTransaction(connection: GuardedConnection) {
    await guard(() => this.#inner.commitTransaction(connection.inner));
    connection.isInTransaction = false;
  }
  /** Never rejects: after an outage there is nothing to roll back, and the original error must be reported. */
  async rollbackTransaction(connection: GuardedConnection) {
    await this.#inner.rollbackTransaction(connection.inner).catch(() => undefined);
    connection.isInTransaction = false;
  }
  async releaseConnection(connection: GuardedConnection) {
    if (connection.isReleased) return;
    await this.#inner.releaseConnection(connection.inner);
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

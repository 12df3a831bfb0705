import type { DatabaseConnection, Dialect, Driver, TransactionSettings } from 'kysely';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { findOutage } from './find-outage.ts';

/** The dialect with every outage of its driver reported as a `DatabaseUnavailableError`. */
export function guardedDialect(dialect: Dialect): Dialect {
  return {
    createDriver: () => new GuardedDriver(dialect.createDriver()),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }
  executeQuery: DatabaseConnection['executeQuery'] = (query) => guard(() => this.inner.executeQuery(query));
  streamQuery: DatabaseConnection['streamQuery'] = (query, chunkSize) =>
    this.inner.streamQuery(query, chunkSize);
}

class GuardedDriver implements Driver {
  readonly #inner: Driver;
  constructor(inner: Driver) {
    this.#inner = inner;
  }
  init() {
    return guard(() => this.#inner.init());
  }
  async acquireConnection() {
    return new GuardedConnection(await guard(() => this.#inner.acquireConnection()));
  }
  beginTransaction(connection: GuardedConnection, settings: TransactionSettings) {
    return guard(() => this.#inner.beginTransaction(connection.inner, settings));
  }
  commitTransaction(connection: GuardedConnection) {
    return guard(() => this.#inner.commitTransaction(connection.inner));
  }
  /** Never rejects: after an outage nothing is left to roll back, and the error that led here must be reported. */
  async rollbackTransaction(connection: GuardedConnection) {
    await this.#inner.rollbackTransaction(connection.inner).catch(() => undefined);
  }
  releaseConnection(connection: GuardedConnection) {
    return this.#inner.releaseConnection(connection.inner);
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

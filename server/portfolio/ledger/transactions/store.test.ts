import { createQueryId, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import { createWalletStore } from '../wallets/store.ts';
import { createTransactionStore } from './store.ts';

const sqlite = testDatabases.find(({ name }) => name === 'SQLite')!;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await sqlite.create();
  db = await database.open();
  await migrateDatabase(db);
});
afterAll(() => database.remove());

/** The queries that `read` makes. A query follows its subqueries. */
async function listQueries(read: (db: Database) => Promise<unknown>): Promise<RootOperationNode[]> {
  const queries: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      queries.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await read(db.withPlugin(plugin)).catch(() => undefined);
  return queries;
}

/** How SQLite finds the rows of the only query that `read` makes. */
async function explain(read: (db: Database) => Promise<unknown>): Promise<string> {
  const queries = await listQueries(read);
  const query = db.getExecutor().compileQuery(queries.at(-1)!, createQueryId());
  const { rows } = await sql<{
    detail: string;
  }>`explain query plan ${sql.raw(query.sql.replaceAll(/\?/g, "'1'"))}`.execute(db);
  return rows.map(({ detail }) => detail).join('; ');
}

const filters = [{}, { coin: 'a' }, { type: 'buy' }, { wallet: 'a' }, { from: 1, to: 2 }] as const;

it.each(filters)(
  'The transactions that match %j are counted in the index that orders them',
  async (filter) => {
    const plan = await explain((reader) => createTransactionStore(reader).count('p', filter));
    expect(plan).toContain('transactions_in_order');
  },
);

it('Other queries that would read a whole ledger are answered from an index too', async () => {
  const plans = await Promise.all([
    explain((reader) => createTransactionStore(reader).hasTrades('p')),
    explain((reader) => createTransactionStore(reader).hasCoin(reader as never, 'u', 'bitcoin')),
    explain((reader) =>
      createWalletStore(reader).isInUse(reader as never, { id: 'w', portfolioId: 'p' } as never),
    ),
    explain((reader) => createTransactionStore(reader).countOpenings(reader as never, 'p')),
  ]);
  expect(plans.map((plan) => /transactions_\w+/.exec(plan)?.[0])).toEqual([
    ...Array(3).fill('transactions_in_order'),
    'transactions_openings',
  ]);
});

it('The transactions of many coins are read in few passes', async () => {
  const coinIds = Array.from({ length: 120 }, (_, index) => `coin-${index}`);
  const read = (some: readonly string[]) => async (reader: Database) => {
    const found: string[] = [];
    for await (const [coinId] of createTransactionStore(db).listOfCoins(reader, 'p', some))
      found.push(coinId);
    expect(found).toEqual(some);
  };
  expect(await listQueries(read(coinIds))).toHaveLength(12);
  expect(await explain(read(['coin-1']))).toContain('transactions_in_order');
});

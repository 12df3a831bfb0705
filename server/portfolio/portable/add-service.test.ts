import { describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { writeJsonPieces } from '#server/platform/json-pieces.ts';
import { createUuidV7 } from '#server/platform/uuid-v7.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { fakeCoin, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { buy, openLedger } from '../../../tests/support/portfolio/ledger-client.ts';
import { createPortfolioApp } from '../../../tests/support/portfolio/portfolio-app.ts';
import { addPortfolios } from './add-service.ts';
import { check } from './check-portfolios.ts';
import type { PortablePortfolio } from './portable-schema.ts';
import { readPortfolios } from './read-store.ts';

const emptyFile = {
  ...{
    format: 'kraken',
    layout: 'ledgers',
    fileName: 'a.csv',
    digest: 'x',
    wallet: null,
    rows: 0,
    ignored: 0,
  },
  ...{ from: null, to: null, openDate: null, problems: [], coins: [], answers: {}, leftOut: [] },
  ...{ checkpoints: [], added: 0, known: 0, createdAt: 1, appliedAt: 1, parts: [] },
};

const sale = {
  ...{ type: 'sell', kind: null, occurredAt: 1, acquiredAt: null, isDateAssumed: false, fee: null },
  ...{ in: { currency: 'USD', amount: '1' }, value: null, unitPrice: null, wallet: 'main', toWallet: null },
  ...{
    out: { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '1' },
    note: null,
    source: 'manual',
  },
  ...{ import: null, externalId: null, rowKey: null, deletedAt: null, createdAt: 1, updatedAt: 1 },
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`portfolios of an account file on ${name}`, () => {
    let db: Database;
    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    const createId = createUuidV7({ now: () => 1_800_000_000_000 });
    const add = (userId: string, data: readonly PortablePortfolio[]) =>
      transact(db, async (tx) => {
        const owner = (await lockOwner(tx, userId))!;
        return addPortfolios(tx, { ...owner, userId }, data, createId);
      });

    it('are stored, yielding to other calls in between', async () => {
      const server = createPortfolioApp(db);
      server.market.publish(fakeSnapshot({ coins: [fakeCoin('bitcoin')] }));
      const [from, to] = [await openLedger(server), await openLedger(server)];
      const transactions = Array.from({ length: 1000 }, () => buy());
      for (let part = 0; part < 2; part += 1)
        expect((await from.post({ transactions })).statusCode).toBe(201);
      let text = '';
      for await (const piece of writeJsonPieces(await readPortfolios(db, from.userId))) text += piece;
      const data = (await check(JSON.parse(text))) as PortablePortfolio[];
      const [counts, turns] = await countTurns(add(to.userId, data));
      expect(counts).toMatchObject({ portfolios: 1, transactions: 2000 });
      expect(turns).toBeGreaterThanOrEqual(20);
    });

    it('are stored a few at a time if they name many lots', async () => {
      const { userId } = await createPortfolioApp(db).addUser('free');
      const lots = Array(1000).fill({ transaction: 0, amount: '1' });
      const transactions = Array.from({ length: 20 }, (_, ordinal) => ({ ...sale, lots, ordinal }));
      const settings = { method: 'fifo', scope: 'portfolio', currency: 'USD' };
      const lists = { wallets: [], imports: [], importWallets: [], joins: [], transactions };
      const data = await check([{ name: 'Main', createdAt: 1, ordinal: 0, settings, ...lists }]);
      const [counts, turns] = await countTurns(add(userId, data));
      expect(counts).toMatchObject({ transactions: 20 });
      expect(turns).toBeGreaterThanOrEqual(10);
      const rows = db
        .selectFrom('transactions')
        .innerJoin('portfolios', 'portfolios.id', 'transactions.portfolio_id')
        .select('transactions.ordinal')
        .where('portfolios.user_id', '=', userId);
      expect((await rows.execute()).map(({ ordinal }) => ordinal).sort((a, b) => a - b)).toEqual([
        ...transactions.keys(),
      ]);
    });

    it('replace a portfolio whose transactions were all deleted, yielding to other calls in between', async () => {
      const { userId } = await createPortfolioApp(db).addUser('free');
      const transactions = Array.from({ length: 3000 }, (_, ordinal) => ({
        ...sale,
        lots: null,
        ordinal,
        deletedAt: 2,
      }));
      const settings = { method: 'fifo', scope: 'portfolio', currency: 'USD' };
      const lists = { wallets: [], imports: [], importWallets: [], joins: [] };
      const base = { name: 'Main', createdAt: 1, ordinal: 0, settings, ...lists };
      await add(userId, await check([{ ...base, transactions }]));
      const [, turns] = await countTurns(add(userId, await check([{ ...base, transactions: [] }])));
      expect(turns).toBeGreaterThanOrEqual(10);
      const left = db
        .selectFrom('transactions')
        .innerJoin('portfolios', 'portfolios.id', 'transactions.portfolio_id')
        .select('transactions.id')
        .where('portfolios.user_id', '=', userId);
      expect(await left.execute()).toEqual([]);
    });

    it('store the problems and answers of files one file at a time', async () => {
      const { userId } = await createPortfolioApp(db).addUser('free');
      const files = Array.from({ length: 40 }, (_, ordinal) => ({ ...emptyFile, ordinal }));
      const settings = { method: 'fifo', scope: 'portfolio', currency: 'USD' };
      const lists = { wallets: [], importWallets: [], joins: [], transactions: [] };
      const data = await check([
        { name: 'Main', createdAt: 1, ordinal: 0, settings, imports: files, ...lists },
      ]);
      const [counts, turns] = await countTurns(add(userId, data));
      expect(counts).toMatchObject({ imports: 40 });
      expect(turns).toBeGreaterThanOrEqual(40);
    });
  });
}

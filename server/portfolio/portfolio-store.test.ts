import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { addUser } from '../../tests/support/accounts/users.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { createMainPortfolio, mergePortfolios } from './account-store.ts';
import { createHoldingStore, type HoldingStore } from './holdings/store.ts';
import { createPortfolioStore, type PortfolioStore } from './portfolio-store.ts';

const always = () => true;
const most = 1000;
const instant = '2026-01-01T00:00:00.000Z';
const clock = { now: () => Date.parse(instant) };
let ids = 0;
const portfolio = (name: string) => ({ id: `p${ids++}-${Math.random()}`, name, createdAt: instant });

function holding(portfolioId: string, coinId: string, amount = '1', purchasePrice: string | null = null) {
  const id = `h${ids++}-${Math.random()}`;
  return { id, portfolioId, coinId, symbol: 'sym', name: coinId, amount, purchasePrice, createdAt: instant };
}

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`portfolios on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let portfolios: PortfolioStore;
    let holdings: HoldingStore;

    async function addUserWithMain() {
      const userId = await addUser(db);
      await db.transaction().execute((tx) => createMainPortfolio(clock)(tx, userId));
      const [main] = await portfolios.listPortfolios(userId);
      return { userId, main: main! };
    }
    const namesOf = async (userId: string) =>
      (await portfolios.listPortfolios(userId)).map((one) => one.name);

    beforeAll(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
      portfolios = createPortfolioStore(db);
      holdings = createHoldingStore(db);
    });
    afterAll(() => database.remove());

    it('begin with one named Main', async () => {
      const { userId } = await addUserWithMain();
      expect(await portfolios.listPortfolios(userId)).toEqual([
        { id: expect.any(String), name: 'Main', createdAt: instant },
      ]);
    });

    it('are listed oldest first, even within a millisecond', async () => {
      const { userId } = await addUserWithMain();
      for (const title of ['Z', 'A', 'M']) await portfolios.addPortfolio(userId, portfolio(title), always);
      expect(await namesOf(userId)).toEqual(['Main', 'Z', 'A', 'M']);
    });

    it('ask whether one more may be added', async () => {
      const { userId } = await addUserWithMain();
      const mayAdd = (tier: string, count: number) => tier === 'free' && count < 2;
      expect(await portfolios.addPortfolio(userId, portfolio('B'), mayAdd)).toEqual({ outcome: 'added' });
      expect(await portfolios.addPortfolio(userId, portfolio('C'), mayAdd)).toEqual({
        outcome: 'full',
        tier: 'free',
      });
    });

    it('are renamed and removed by their user alone, and the last one not at all', async () => {
      const { userId, main } = await addUserWithMain();
      const other = await addUserWithMain();
      expect(await portfolios.renamePortfolio(other.userId, main.id, 'Stolen')).toBeUndefined();
      expect(await portfolios.renamePortfolio(userId, main.id, 'Cold')).toEqual({ ...main, name: 'Cold' });
      expect(await portfolios.removePortfolio(other.userId, main.id)).toBe('missing');
      expect(await portfolios.removePortfolio(userId, main.id)).toBe('last');
      await portfolios.addPortfolio(userId, portfolio('B'), always);
      await holdings.addHolding(userId, holding(main.id, 'bitcoin'), most);
      expect(await portfolios.removePortfolio(userId, main.id)).toBe('removed');
      expect(await namesOf(userId)).toEqual(['B']);
      expect(
        await db.selectFrom('holdings').select('id').where('portfolio_id', '=', main.id).execute(),
      ).toEqual([]);
    });

    it('keep one of two that are removed at once', async () => {
      const { userId, main } = await addUserWithMain();
      const second = portfolio('B');
      await portfolios.addPortfolio(userId, second, always);
      const outcomes = await Promise.all(
        [main, second].map(({ id }) => portfolios.removePortfolio(userId, id)),
      );
      expect(outcomes.sort()).toEqual(['last', 'removed']);
    });

    it('keep decimals as they were written, and holdings in the order of adding', async () => {
      const { userId, main } = await addUserWithMain();
      const written = [
        ['999999999999.999999999999999999', '0.000000000000000001'],
        ['1.10', null],
        ['007', '.5'],
      ] as const;
      const all = written.map(([amount, cost]) => holding(main.id, 'bitcoin', amount, cost));
      for (const one of all) expect(await holdings.addHolding(userId, one, most)).toBe('added');
      expect(await holdings.listHoldings(userId, main.id)).toEqual(all);
    });

    it('take no more than fit into a portfolio, however many come at once', async () => {
      const { userId, main } = await addUserWithMain();
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => holdings.addHolding(userId, holding(main.id, 'bitcoin'), 3)),
      );
      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(3);
      expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(7);
    });

    it('change what is named and nothing else', async () => {
      const { userId, main } = await addUserWithMain();
      const one = holding(main.id, 'bitcoin', '1.0', '5');
      await holdings.addHolding(userId, one, most);
      expect(await holdings.updateHolding(userId, one.id, { amount: '2.00' })).toEqual({
        ...one,
        amount: '2.00',
      });
      const changed = { ...one, amount: '2.00', purchasePrice: null };
      expect(await holdings.updateHolding(userId, one.id, { purchasePrice: null })).toEqual(changed);
      expect(await holdings.listHoldings(userId, main.id)).toEqual([changed]);
    });

    it('show no holding to another user, let none be changed, and take none', async () => {
      const { userId, main } = await addUserWithMain();
      const other = await addUserWithMain();
      const one = holding(main.id, 'bitcoin');
      await holdings.addHolding(userId, one, most);
      expect(await holdings.listHoldings(other.userId, main.id)).toEqual([]);
      expect(await portfolios.findPortfolio(other.userId, main.id)).toBeUndefined();
      expect(await holdings.updateHolding(other.userId, one.id, { amount: '9' })).toBeUndefined();
      expect(await holdings.removeHolding(other.userId, one.id)).toBe(false);
      expect(await holdings.addHolding(other.userId, holding(main.id, 'monero'), most)).toBe('missing');
      expect(await holdings.listHoldings(userId, main.id)).toEqual([one]);
      expect(await holdings.removeHolding(userId, one.id)).toBe(true);
      expect(await holdings.removeHolding(userId, one.id)).toBe(false);
    });

    it('go with their user', async () => {
      const { userId, main } = await addUserWithMain();
      await holdings.addHolding(userId, holding(main.id, 'bitcoin'), most);
      await db.deleteFrom('users').where('id', '=', userId).execute();
      expect(await portfolios.listPortfolios(userId)).toEqual([]);
      expect(
        await db.selectFrom('holdings').select('id').where('portfolio_id', '=', main.id).execute(),
      ).toEqual([]);
      expect(await holdings.addHolding(userId, holding(main.id, 'bitcoin'), most)).toBe('missing');
      expect(await portfolios.addPortfolio(userId, portfolio('B'), always)).toEqual({ outcome: 'gone' });
      expect(await portfolios.removePortfolio(userId, main.id)).toBe('missing');
    });

    it('are merged by name, with every holding kept and no empty one handed on', async () => {
      const [from, to] = [await addUserWithMain(), await addUserWithMain()];
      const [cold, empty] = [portfolio('Cold'), portfolio('Empty')];
      for (const one of [cold, empty]) await portfolios.addPortfolio(from.userId, one, always);
      const kept = [holding(from.main.id, 'bitcoin', '1.50', '2'), holding(cold.id, 'monero')] as const;
      for (const one of kept) await holdings.addHolding(from.userId, one, most);
      const own = holding(to.main.id, 'bitcoin');
      await holdings.addHolding(to.userId, own, most);
      await db.transaction().execute((tx) => mergePortfolios(tx, from.userId, to.userId));
      expect(await portfolios.listPortfolios(from.userId)).toEqual([]);
      expect(await namesOf(to.userId)).toEqual(['Main', 'Cold']);
      const moved = { ...kept[0], portfolioId: to.main.id };
      expect(await holdings.listHoldings(to.userId, to.main.id)).toEqual(
        expect.arrayContaining([own, moved]),
      );
      expect(await holdings.listHoldings(to.userId, cold.id)).toEqual([kept[1]]);
    });
  });
}

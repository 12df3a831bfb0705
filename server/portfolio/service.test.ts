import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accountMaximums, type Tier } from '#contract/plans.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../tests/support/migrated-database.ts';
import { insertOpenings } from '../../tests/support/portfolio/opening-rows.ts';
import { createPortfolioApp, type PortfolioApp } from '../../tests/support/portfolio/portfolio-app.ts';
import type { HoldingService } from './holdings/service.ts';
import { mergePortfolios } from './merge-service.ts';
import type { PortfolioService } from './service.ts';

const noSuchPortfolio = { code: 'not_found', message: 'There is no such portfolio.' };
const noSuchHolding = { code: 'not_found', message: 'There is no such holding.' };

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`portfolios on ${name}`, () => {
    let db: Database;
    let app: PortfolioApp;
    let portfolios: PortfolioService;
    let holdings: HoldingService;

    const addUser = (tier: Tier = 'premium') => app.addUser(tier);
    const addHolding = (
      userId: string,
      portfolioId: string,
      coinId = 'bitcoin',
      amount = '1',
      purchasePrice: string | null = null,
    ) => {
      const coin = { coinId, symbol: 'x', name: 'x' };
      return holdings.addHolding(userId, { ...coin, portfolioId, amount, purchasePrice });
    };
    const namesOf = async (userId: string) =>
      (await portfolios.listPortfolios(userId)).map((one) => one.name);
    const holdingsIn = (portfolioId: string) =>
      db
        .selectFrom('transactions')
        .select('id')
        .where('portfolio_id', '=', portfolioId)
        .where('deleted_at', 'is', null)
        .execute();

    useMigratedDatabase(create, (opened) => {
      db = opened;
      app = createPortfolioApp(db);
      ({ portfolio: portfolios, holdings } = app);
    });

    it('start with one named Main', async () => {
      const { userId, main } = await addUser();
      expect(main).toEqual({ id: expect.any(String), name: 'Main', createdAt: expect.any(String) });
      expect(await portfolios.listPortfolios(userId)).toEqual([main]);
    });

    it('are listed oldest first, even within a millisecond', async () => {
      const { userId } = await addUser();
      for (const title of ['Z', 'A', 'M']) await portfolios.addPortfolio(userId, title);
      expect(await namesOf(userId)).toEqual(['Main', 'Z', 'A', 'M']);
    });

    it('stay within the plan’s limit when several are added concurrently', async () => {
      const { userId } = await addUser('pro');
      const titles = ['A', 'B', 'C', 'D', 'E', 'F'];
      const answers = await Promise.allSettled(titles.map((title) => portfolios.addPortfolio(userId, title)));
      const refusals = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason);
      expect(refusals).toHaveLength(2);
      for (const refusal of refusals) {
        const details = { limitType: 'portfolio', limit: 5, tier: 'pro' };
        expect(refusal).toMatchObject({ code: 'limit_reached', details });
      }
      expect(await namesOf(userId)).toHaveLength(5);
    });

    it('are limited to 1,000 on any plan, including merged ones', async () => {
      const [from, to] = [await addUser(), await addUser()];
      await insert(to.userId, accountMaximums.portfolios - 2);
      const merged = await portfolios.addPortfolio(from.userId, 'Merged');
      await addHolding(from.userId, merged.id);
      const titles = ['A', 'B', 'C'];
      const added = await Promise.allSettled(
        titles.map((title) => portfolios.addPortfolio(to.userId, title)),
      );
      const refusals = added.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason);
      const over = { code: 'conflict', message: expect.stringContaining('1,000') };
      expect(refusals).toEqual([expect.objectContaining(over), expect.objectContaining(over)]);
      expect(await namesOf(to.userId)).toHaveLength(1_000);

      await transact(db, (tx) => mergePortfolios(tx, from.userId, to.userId));
      const own = await portfolios.listPortfolios(to.userId);
      expect(own).toHaveLength(1_001);
      await portfolios.removePortfolio(to.userId, own[1]!.id);
      await expect(portfolios.addPortfolio(to.userId, 'D')).rejects.toMatchObject(over);
      await portfolios.removePortfolio(to.userId, own[2]!.id);
      expect(await portfolios.addPortfolio(to.userId, 'D')).toMatchObject({ name: 'D' });
    });

    async function insert(userId: string, count: number): Promise<void> {
      for (let first = 0; first < count; first += 500) {
        const rows = Array.from({ length: Math.min(500, count - first) }, (_, index) => ({
          id: randomUUID(),
          user_id: userId,
          name: `Portfolio ${first + index}`,
          created_at: Date.UTC(2026, 0, 1),
          ordinal: 0,
        }));
        await db.insertInto('portfolios').values(rows).execute();
      }
    }

    it('can be renamed and removed only by their user, except the last one', async () => {
      const { userId, main } = await addUser();
      const other = await addUser();
      await expect(portfolios.renamePortfolio(other.userId, main.id, 'Stolen')).rejects.toMatchObject(
        noSuchPortfolio,
      );
      expect(await portfolios.renamePortfolio(userId, main.id, 'Cold')).toEqual({ ...main, name: 'Cold' });
      await expect(portfolios.removePortfolio(other.userId, main.id)).rejects.toMatchObject(noSuchPortfolio);
      await expect(portfolios.removePortfolio(userId, main.id)).rejects.toMatchObject({ code: 'conflict' });
      await portfolios.addPortfolio(userId, 'B');
      await addHolding(userId, main.id);
      await portfolios.removePortfolio(userId, main.id);
      expect(await namesOf(userId)).toEqual(['B']);
      expect(await holdingsIn(main.id)).toEqual([]);
    });

    it('keep one of two that are removed concurrently', async () => {
      const { userId, main } = await addUser();
      const second = await portfolios.addPortfolio(userId, 'B');
      const outcomes = await Promise.allSettled(
        [main, second].map(({ id }) => portfolios.removePortfolio(userId, id)),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await namesOf(userId)).toHaveLength(1);
    });

    it('keep decimals as written, and holdings in the order of adding', async () => {
      const { userId, main } = await addUser();
      const written = [
        ['999999999999.999999999999999999', '0.000000000000000001'],
        ['1.10', null],
        ['007', '.5'],
      ] as const;
      const all = [];
      for (const [amount, cost] of written) {
        const added = await addHolding(userId, main.id, 'bitcoin', amount, cost);
        expect(added).toMatchObject({ amount, purchasePrice: cost });
        all.push(added);
      }
      expect(await holdings.listHoldings(userId, main.id)).toEqual(all);
    });

    it('stay within the maximum of holdings when several are added concurrently', async () => {
      const { userId, main } = await addUser();
      await insertOpenings(db, main.id, 997);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, () => addHolding(userId, main.id)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
      for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'conflict' });
      expect(await holdingsIn(main.id)).toHaveLength(1000);
    });

    it('change only the given fields of a holding', async () => {
      const { userId, main } = await addUser();
      const one = await addHolding(userId, main.id, 'bitcoin', '1.0', '5');
      expect(await holdings.updateHolding(userId, one.id, { amount: '2.00' })).toEqual({
        ...one,
        amount: '2.00',
      });
      const changed = { ...one, amount: '2.00', purchasePrice: null };
      expect(await holdings.updateHolding(userId, one.id, { purchasePrice: null })).toEqual(changed);
      expect(await holdings.listHoldings(userId, main.id)).toEqual([changed]);
    });

    it('are inaccessible to other users', async () => {
      const { userId, main } = await addUser();
      const other = await addUser();
      const one = await addHolding(userId, main.id);
      const [refusedPortfolio, refusedHolding] = [noSuchPortfolio, noSuchHolding];
      await expect(holdings.listHoldings(other.userId, main.id)).rejects.toMatchObject(refusedPortfolio);
      await expect(addHolding(other.userId, main.id)).rejects.toMatchObject(refusedPortfolio);
      await expect(holdings.updateHolding(other.userId, one.id, { amount: '9' })).rejects.toMatchObject(
        refusedHolding,
      );
      await expect(holdings.removeHolding(other.userId, one.id)).rejects.toMatchObject(refusedHolding);
      expect(await holdings.listHoldings(userId, main.id)).toEqual([one]);
      await holdings.removeHolding(userId, one.id);
      await expect(holdings.removeHolding(userId, one.id)).rejects.toMatchObject(refusedHolding);
    });

    it('are removed with their user', async () => {
      const { userId, main } = await addUser();
      await addHolding(userId, main.id);
      await db.deleteFrom('users').where('id', '=', userId).execute();
      expect(await portfolios.listPortfolios(userId)).toEqual([]);
      expect(await holdingsIn(main.id)).toEqual([]);
      await expect(addHolding(userId, main.id)).rejects.toMatchObject(noSuchPortfolio);
      await expect(portfolios.addPortfolio(userId, 'B')).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(portfolios.removePortfolio(userId, main.id)).rejects.toMatchObject(noSuchPortfolio);
    });

    it('are merged by name, with every holding kept and empty portfolios left out', async () => {
      const [from, to] = [await addUser(), await addUser()];
      const cold = await portfolios.addPortfolio(from.userId, 'Cold');
      await portfolios.addPortfolio(from.userId, 'Empty');
      const first = await addHolding(from.userId, from.main.id, 'bitcoin', '1.50', '2');
      const second = await addHolding(from.userId, cold.id, 'ethereum');
      const own = await addHolding(to.userId, to.main.id);
      await transact(db, (tx) => mergePortfolios(tx, from.userId, to.userId));
      expect(await portfolios.listPortfolios(from.userId)).toEqual([]);
      expect(await namesOf(to.userId)).toEqual(['Main', 'Cold']);
      const moved = { ...first, portfolioId: to.main.id };
      expect(await holdings.listHoldings(to.userId, to.main.id)).toEqual(
        expect.arrayContaining([own, moved]),
      );
      expect(await holdings.listHoldings(to.userId, cold.id)).toEqual([second]);
    });
  });
}

import { describe, expect, it } from 'vitest';
import { createUserStore } from '#server/accounts/user-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { testDatabases } from '../../../../tests/support/databases.ts';
import { fakeCoin, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import { useMigratedDatabase } from '../../../../tests/support/migrated-database.ts';
import { buy, openLedger, sell } from '../../../../tests/support/portfolio/ledger-client.ts';
import { createPortfolioApp, type PortfolioApp } from '../../../../tests/support/portfolio/portfolio-app.ts';
import { mergePortfolios } from '../../merge-service.ts';
import { createSweepStore } from './sweep-store.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`a large ledger on ${name}`, () => {
    let db: Database;
    let server: PortfolioApp;

    useMigratedDatabase(create, (opened) => {
      db = opened;
      server = createPortfolioApp(db);
      server.market.publish(fakeSnapshot({ coins: [fakeCoin('bitcoin')] }));
    });

    it('takes a batch, yielding to other calls in between', async () => {
      const { post } = await openLedger(server, 'premium');
      const batch = { transactions: Array.from({ length: 1000 }, () => buy('1', '2024-01-01')) };
      const [answer, turns] = await countTurns(post(batch));
      expect([answer.statusCode, answer.json().transactions.length]).toEqual([201, 1000]);
      expect(turns).toBeGreaterThanOrEqual(12);
    });

    it('checks the named lots of many coins, yielding to other calls after each', async () => {
      const coinIds = Array.from({ length: 200 }, (_, index) => `coin-${index}`);
      server.market.publish(
        fakeSnapshot({ coins: ['bitcoin', ...coinIds].map((coinId) => fakeCoin(coinId)) }),
      );
      const { post } = await openLedger(server, 'premium');
      const bought = await post({ transactions: coinIds.map((coinId) => buy('1', '2024-01-01', coinId)) });
      const added = bought.json<{ transactions: { id: string }[] }>().transactions;
      const sales = (amount: string) =>
        coinIds.map((coinId, index) => ({
          ...sell('1', '2024-06-01', coinId),
          lots: [{ transactionId: added[index]!.id, amount }],
        }));
      const wrong = sales('1').map((sale) => ({ ...sale, lots: [{ ...sale.lots[0]!, transactionId: 'x' }] }));
      const refused = await post({ transactions: wrong });
      expect(refused.json().issues[7]).toEqual({
        path: 'transactions.7.lots.0.transactionId',
        message: 'There is no such lot of this coin',
      });
      const [answer, turns] = await countTurns(post({ transactions: sales('0.6') }));
      expect(answer.statusCode).toBe(201);
      expect(turns).toBeGreaterThanOrEqual(200);
      const again = await post({ transactions: sales('0.6').slice(0, 1) });
      expect(again.json().message).toBe('Nothing of the lot of 2024-01-01 is left');
    });

    it('is listed and exported with many named lots, yielding to other calls in between', async () => {
      const { post, list, call, portfolioUrl } = await openLedger(server, 'premium');
      const bought = await post({
        transactions: Array.from({ length: 400 }, () => buy('200', '2024-01-01')),
      });
      const lots = bought
        .json<{ transactions: { id: string }[] }>()
        .transactions.map(({ id }) => ({ transactionId: id, amount: '1' }));
      for (let part = 0; part < 4; part += 1) {
        const transactions = Array.from({ length: 25 }, () => ({ ...sell('400'), lots }));
        expect((await post({ transactions })).statusCode).toBe(201);
      }
      const [page, turns] = await countTurns(list('?limit=500'));
      expect([page.total, page.transactions.length, page.nextCursor]).toEqual([500, 500, null]);
      expect(page.transactions[99]!.lots).toEqual(lots);
      const [answer, exportTurns] = await countTurns(call('GET', `${portfolioUrl}/transactions.csv`));
      expect(answer.body.split(lots[7]!.transactionId)).toHaveLength(102);
      // One turn for each part of about three thousand lots, besides the turns of any call.
      expect(turns).toBeGreaterThanOrEqual(8);
      expect(exportTurns).toBeGreaterThanOrEqual(8);
    });

    it('moves to another account and its wallets, yielding to other calls in between', async () => {
      const [from, to] = [await openLedger(server, 'premium'), await openLedger(server, 'premium')];
      const addWallets = async ({ call, main }: typeof from, names: readonly string[]) => {
        const ids: string[] = [];
        for (const title of names) {
          const answer = await call('POST', `/api/portfolios/${main.id}/wallets`, {
            name: title,
            kind: 'wallet',
          });
          ids.push(answer.json<{ id: string }>().id);
        }
        return ids;
      };
      const [shared, own] = await addWallets(from, ['Cold', 'Hot']);
      const [same] = await addWallets(to, ['cold']);
      for (let part = 0; part < 3; part += 1) {
        const transactions = Array.from({ length: 500 }, (_, index) => ({
          ...buy('1', '2024-01-01'),
          wallet: index % 2 ? shared : own,
        }));
        expect((await from.post({ transactions })).statusCode).toBe(201);
      }
      const [, turns] = await countTurns(transact(db, (tx) => mergePortfolios(tx, from.userId, to.userId)));
      expect(turns).toBeGreaterThanOrEqual(3);
      for (const wallet of [same, own]) expect((await to.list(`?limit=1&wallet=${wallet}`)).total).toBe(750);
      const wallets = (await to.call('GET', `/api/portfolios/${to.main.id}/wallets`)).json<
        { name: string }[]
      >();
      expect(wallets.map((wallet) => wallet.name)).toEqual(['Main', 'cold', 'Hot', 'Elsewhere']);
    });

    it('is removed with its portfolio, its account or by the sweep, yielding to other calls in between', async () => {
      const { userId, main, post, call } = await openLedger(server, 'premium');
      const stored = async () =>
        Number(
          (
            await db
              .selectFrom('transactions')
              .select(({ fn }) => fn.countAll().as('count'))
              .where('portfolio_id', 'in', (row) =>
                row.selectFrom('portfolios').select('id').where('user_id', '=', userId),
              )
              .executeTakeFirstOrThrow()
          ).count,
        );
      const fill = async (url: string) => {
        const transactions = Array.from({ length: 1000 }, () => buy());
        for (let part = 0; part < 3; part += 1) {
          const { statusCode } = await call('POST', `${url}/transactions`, { transactions });
          expect(statusCode).toBe(201);
        }
      };
      const others = await Promise.all(
        ['A', 'B'].map((title) => server.portfolio.addPortfolio(userId, title)),
      );
      for (const { id } of [main, ...others]) await fill(`/api/portfolios/${id}`);
      const [, ofPortfolio] = await countTurns(server.portfolio.removePortfolio(userId, others[0]!.id));
      expect([await stored(), ofPortfolio >= 3]).toEqual([6000, true]);
      await db
        .updateTable('transactions')
        .set({ deleted_at: 1 })
        .where('portfolio_id', '=', others[1]!.id)
        .execute();
      const [, ofSweep] = await countTurns(createSweepStore(db).removeDeleted(1));
      expect([await stored(), ofSweep >= 3]).toEqual([3000, true]);
      const [isGone, ofAccount] = await countTurns(
        transact(db, (tx) => createUserStore(db).remove(tx, userId)),
      );
      expect([isGone, ofAccount >= 3]).toEqual([true, true]);
      expect((await post(buy())).statusCode).toBe(401);
    });
  });
}

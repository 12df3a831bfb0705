import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transactionInputSchema } from '#contract/ledger/transaction.ts';
import { accountMaximums, type Tier } from '#contract/plans.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import { fakeCoin, fakeNow, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import { buy, coin, money, openLedger, sell } from '../../../../tests/support/portfolio/ledger-client.ts';
import { insertOpenings } from '../../../../tests/support/portfolio/opening-rows.ts';
import { createPortfolioApp, type PortfolioApp } from '../../../../tests/support/portfolio/portfolio-app.ts';
import type { LedgerChanges } from '../calculator/ledger-source.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { parseAmount } from '../engine/fixed-point.ts';
import { openReadChanges } from './read-changes-service.ts';
import { createSweepStore } from './sweep-store.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`a ledger on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let server: PortfolioApp;

    beforeAll(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
      server = createPortfolioApp(db);
      server.market.publish(fakeSnapshot({ coins: ['bitcoin', 'ethereum'].map((id) => fakeCoin(id)) }));
    });
    afterAll(() => database.remove());

    const open = (tier?: Tier) => openLedger(server, tier);

    describe('checks that named lots are', () => {
      async function prepare() {
        const ledger = await open();
        const lot = await ledger.add(buy('1', '2024-01-01'));
        const selling = (amount: string, lots: [id: string, amount: string][], day?: string) => ({
          ...sell(amount, day),
          lots: lots.map(([transactionId, part]) => ({ transactionId, amount: part })),
        });
        const issuesOf = async (body: object) => {
          const answer = await ledger.post(body);
          expect(answer.statusCode, answer.body).toBe(400);
          return answer.json().issues;
        };
        return { ...ledger, lot, selling, issuesOf };
      }

      it('existing, of that coin, acquired before, and not more than the leg', async () => {
        const { add, lot, selling, issuesOf } = await prepare();
        const ether = await add(buy('1', '2024-01-01', 'ethereum'));
        const sold = await add(sell('0.1', '2024-02-01'));
        const later = await add(buy('1', '2024-12-01'));
        const path = 'lots.0.transactionId';
        const noLot = 'There is no such lot of this coin';
        expect(await issuesOf(selling('1', [['made-up', '1']]))).toEqual([{ path, message: noLot }]);
        expect(await issuesOf(selling('1', [[ether.id, '1']]))).toEqual([{ path, message: noLot }]);
        expect(await issuesOf(selling('1', [[sold.id, '.1']]))).toEqual([
          { path, message: 'This transaction did not add any of this coin' },
        ]);
        expect(await issuesOf(selling('1', [[later.id, '1']]))).toEqual([
          { path, message: 'This lot was acquired later' },
        ]);
        expect(await issuesOf(selling('0.5', [[lot.id, '0.6']]))).toEqual([
          { path: 'lots', message: 'Together they must not be more than the amount of the transaction' },
        ]);
      });

      it('sufficient after other disposals that name them', async () => {
        const { add, put, lot, selling, issuesOf, post, list } = await prepare();
        const path = 'lots.0.amount';
        const left = (amount: string) => `${amount} of the lot of 2024-01-01 is left`;
        expect(await issuesOf(selling('2', [[lot.id, '1.5']]))).toEqual([{ path, message: left('Only 1') }]);
        const sold = await add(selling('0.75', [[lot.id, '0.75']], '2024-07-01'));
        expect(await issuesOf(selling('0.5', [[lot.id, '0.5']], '2024-08-01'))).toEqual([
          { path, message: left('Only 0.25') },
        ]);
        // A lot named by a later disposal is reserved for it.
        expect(await issuesOf(selling('0.5', [[lot.id, '0.5']], '2024-06-01'))).toEqual([
          { path, message: left('Only 0.25') },
        ]);
        const two = [selling('0.2', [[lot.id, '0.2']]), selling('0.1', [[lot.id, '.1']])];
        expect((await post({ transactions: two })).json().issues).toEqual([
          { path: 'transactions.1.lots.0.amount', message: 'Only 0.05 of the lot of 2024-01-01 is left' },
        ]);
        expect((await list()).total).toBe(2);
        expect((await put(sold.id, { ...sold, ...selling('1', [[lot.id, '1']]) })).statusCode).toBe(200);
        expect(await issuesOf(selling('0.5', [[lot.id, '0.5']], '2024-08-01'))).toEqual([
          { path, message: left('Nothing') },
        ]);
      });

      it('found among all transactions of the coin, yielding to other calls in between', async () => {
        const { post, list, selling } = await prepare();
        const bought = { transactions: Array.from({ length: 1000 }, () => buy('1', '2024-02-01')) };
        const ids = [
          ...(await post(bought)).json().transactions,
          ...(await post(bought)).json().transactions,
        ];
        const sales = [ids[0], ids[999], ids[1999]].map(({ id }) => selling('1', [[id, '1']]));
        const [answer, turns] = await countTurns(post({ transactions: sales }));
        expect([answer.statusCode, turns >= 12]).toEqual([201, true]);
        expect((await list()).total).toBe(2004);
      });

      it('checked again if the ledger changes meanwhile, without blocking other writes', async () => {
        const { userId, main, lot, selling } = await prepare();
        const body = selling('0.6', [[lot.id, '0.6']]);
        const input = transactionInputSchema.parse(body);
        // Both are checked against the same ledger, where only one fits.
        const both = await Promise.allSettled(
          [0, 1].map(() => server.writes.addTransactions(userId, main.id, input)),
        );
        expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
          reason: { issues: [{ path: 'lots.0.amount', message: expect.stringMatching(/^Only 0.4 of/) }] },
        });
      });

      it('in the wallet of the disposal, if each wallet is separate', async () => {
        const { add, addWallet, call, portfolioUrl, lot, selling, issuesOf } = await prepare();
        const safe = await addWallet('Safe');
        await add({
          type: 'transfer',
          occurredAt: '2024-02-01T00:00:00Z',
          out: coin('bitcoin', '0.4'),
          toWallet: safe,
          lots: [{ transactionId: lot.id, amount: '0.4' }],
        });
        await call('PUT', `${portfolioUrl}/settings`, { scope: 'wallet' });
        expect(await issuesOf({ ...selling('1', [[lot.id, '0.5']]), wallet: safe })).toEqual([
          { path: 'lots.0.amount', message: 'Only 0.4 of the lot of 2024-01-01 is left' },
        ]);
        await add({ ...selling('0.4', [[lot.id, '0.4']]), wallet: safe });
      });

      it('also accepted for coins of unknown origin, by the transfer that brought them', async () => {
        const { add, selling } = await prepare();
        const moved = await add({
          type: 'transfer',
          occurredAt: '2024-02-01T00:00:00Z',
          out: coin('bitcoin', '0.4'),
          wallet: 'elsewhere',
          toWallet: 'main',
        });
        const sold = await add(selling('0.4', [[moved.id, '0.4']]));
        expect(sold.lots).toEqual([{ transactionId: moved.id, amount: '0.4' }]);
      });
    });

    it('is read as changes since a revision', async () => {
      const { userId, main, add, put, remove, restore } = await open();
      const readInThread = await openReadChanges(database.options);
      const read = async (since: number) => {
        const [changes, same] = (
          await Promise.all([server.source.readChanges, readInThread].map((read) => read(main.id, since)))
        ).map(({ entries, ...rest }) => ({ ...rest, ids: entries.map(({ id }) => id).sort() }));
        expect(same).toEqual(changes);
        return changes!;
      };
      const headOf = async () => (await server.source.findHead(userId, main.id))!.revision;
      const [one, two] = [await add(buy('1')), await add(buy('2'))];
      const first = await headOf();
      const ids = [one.id, two.id].sort();
      expect(await read(0)).toEqual({ revision: first, replaces: true, ids, removedIds: [] });
      expect(await read(first)).toEqual({ revision: first, replaces: false, ids: [], removedIds: [] });
      await put(two.id, buy('3'));
      await remove(one.id);
      const second = await headOf();
      expect(second).toBeGreaterThan(first);
      const changed = { revision: second, replaces: false, ids: [two.id], removedIds: [one.id] };
      expect(await read(first)).toEqual(changed);
      expect(await read(0)).toEqual({ revision: second, replaces: true, ids: [two.id], removedIds: [] });
      expect((await read(second + 1)).replaces).toBe(true);
      await restore(one.id);
      expect(await read(second)).toMatchObject({ replaces: false, ids: [one.id], removedIds: [] });
      await remove(one.id);
      const third = await headOf();
      await createSweepStore(db).removeDeleted(fakeNow + 1000 * 86_400_000);
      const all = { revision: third, replaces: true, ids: [two.id], removedIds: [] };
      expect(await read(second)).toEqual(all);
      expect(await read(third)).toEqual({ ...all, replaces: false, ids: [] });
      expect((await restore(one.id)).statusCode).toBe(404);
      expect(await server.source.findHead('made-up', main.id)).toBeUndefined();
      expect(await server.source.readChanges('made-up', 0)).toMatchObject({ entries: [], replaces: true });
    });

    it('is read completely while it changes, by the process and by a thread', async () => {
      const { main, post, put } = await open();
      const ids: string[] = [];
      for (let part = 0; part < 5; part += 1) {
        const added = await post({ transactions: Array.from({ length: 1000 }, () => buy()) });
        ids.push(...added.json<{ transactions: { id: string }[] }>().transactions.map(({ id }) => id));
      }
      const readInThread = await openReadChanges(database.options);
      for (const [index, read] of [server.source.readChanges, readInThread].entries()) {
        const amount = String(index + 7);
        const changing = ids.slice(0, 5).map((id) => put(id, buy(amount)));
        const [{ entries, revision }] = await Promise.all([read(main.id, 0), ...changing]);
        expect(entries.map(({ id }) => id).sort()).toEqual(ids.toSorted());
        const rest = await read(main.id, revision);
        const latest = new Map([...entries, ...rest.entries].map((entry) => [entry.id, entry]));
        const amounts = ids.slice(0, 5).map((id) => latest.get(id)?.in?.amount);
        expect(new Set(amounts)).toEqual(new Set([parseAmount(amount)]));
      }
    });

    it('passes the exact digits to the engine', async () => {
      const { main, add, call } = await open();
      const swapped = await add({
        type: 'swap',
        occurredAt: '2024-01-01T00:00:00.5Z',
        in: coin('ethereum', '.5'),
        out: coin('bitcoin', '0.000000000000000001'),
        fee: money('.25', 'eur'),
        value: money('0'),
      });
      const body = { coinId: 'bitcoin', symbol: 'x', name: 'x', amount: '.10', purchasePrice: '0.30' };
      const opening = (await call('POST', '/api/portfolio', body)).json();
      const { entries } = await server.source.readChanges(main.id, 0);
      expect(entries.find(({ id }) => id === swapped.id)).toEqual({
        id: swapped.id,
        type: 'swap',
        occurredAt: Date.parse('2024-01-01T00:00:00.5Z'),
        in: { coinId: 'ethereum', amount: 5n * 10n ** 17n },
        out: { coinId: 'bitcoin', amount: 1n },
        fee: { currency: 'EUR', amount: 25n * 10n ** 34n },
        value: { currency: 'USD', amount: 0n },
        wallet: 'main',
        toWallet: null,
        lots: [],
        acquiredAt: null,
        isDateAssumed: false,
        rowIdentity: null,
        createdAt: Date.parse(swapped.createdAt),
        kind: null,
      });
      expect(entries.find(({ id }) => id === opening.id)).toMatchObject({
        isDateAssumed: true,
        out: { currency: 'USD', amount: 3n * 10n ** 34n },
      });
    });

    it('distinguishes salary from other income', async () => {
      const { main, add } = await open();
      const salary = await add({
        type: 'income',
        kind: 'salary',
        occurredAt: '2024-01-01T00:00:00Z',
        in: coin('bitcoin', '1'),
      });
      const { entries } = await server.source.readChanges(main.id, 0);
      expect(entries.map(({ id, kind }) => [id, kind])).toEqual([[salary.id, 'salary']]);
    });

    it("is read over a thread's own connection as in the process", async () => {
      const { main, add, put, remove } = await open();
      const first = await add(buy('1'));
      const gone = await add(buy('2', '2024-02-01'));
      const read = await openReadChanges(database.options);
      const own = await server.source.readChanges(main.id, 0);
      /** Packed entries have some of their properties as getters of a class. */
      const names = Object.keys(own.entries[0]!) as (keyof LedgerEntry)[];
      const spread = ({ entries, ...others }: LedgerChanges) => ({
        ...others,
        entries: entries.map((entry) => Object.fromEntries(names.map((name) => [name, entry[name]]))),
      });
      const whole = await read(main.id, 0);
      expect(spread(whole)).toEqual(own);
      expect(whole.entries).toHaveLength(2);
      await put(first.id, sell('3'));
      await remove(gone.id);
      const changes = await read(main.id, whole.revision);
      expect(spread(changes)).toEqual(await server.source.readChanges(main.id, whole.revision));
      expect(spread(changes)).toMatchObject({
        replaces: false,
        removedIds: [gone.id],
        entries: [{ type: 'sell' }],
      });
      expect(await read(main.id, changes.revision)).toMatchObject({ entries: [], removedIds: [] });
      expect(await read('nobody', 0)).toMatchObject({ revision: 0, entries: [] });
    });

    it('has room for 100,000 transactions, and an account for 500,000', async () => {
      const { userId, main, post, remove, restore, list, call } = await open('premium');
      const fill = (count: number, id: string) =>
        db.updateTable('portfolios').set({ transaction_count: count }).where('id', '=', id).execute();
      const full = (what: string, count: string) => ({
        code: 'conflict',
        message: `${what} has room for ${count} transactions.`,
      });
      await fill(accountMaximums.transactions - 2, main.id);
      expect((await post({ transactions: [buy(), buy(), buy()] })).json()).toEqual(
        full('A portfolio', '100,000'),
      );
      const added = await post({ transactions: [buy(), buy()] });
      const [one] = added.json().transactions;
      const refused = await post(buy());
      expect([refused.statusCode, refused.json()]).toEqual([409, full('A portfolio', '100,000')]);
      const position = { coinId: 'bitcoin', symbol: 'x', name: 'x', amount: '1' };
      expect((await call('POST', '/api/portfolio', position)).json()).toEqual(full('A portfolio', '100,000'));
      await remove(one.id);
      expect((await post(buy())).statusCode).toBe(201);
      expect((await restore(one.id)).json()).toEqual(full('A portfolio', '100,000'));
      expect((await list()).total).toBe(2);

      const others = [];
      for (const title of ['A', 'B', 'C', 'D', 'E'])
        others.push((await server.portfolio.addPortfolio(userId, title)).id);
      for (const id of others.slice(0, 4)) await fill(accountMaximums.transactions, id);
      const last = await call('POST', `/api/portfolios/${others[4]}/transactions`, buy());
      expect([last.statusCode, last.json()]).toEqual([409, full('An account', '500,000')]);
    });

    it('takes no more batches from an account that has deleted very many today', async () => {
      const small = createPortfolioApp(db, { maxStored: 299 });
      small.market.publish(fakeSnapshot({ coins: [fakeCoin('bitcoin')] }));
      const { post, call, main } = await openLedger(small, 'free');
      const batch = { transactions: Array(100).fill(buy()) as object[] };
      for (const status of [201, 201, 409]) {
        const added = await post(batch);
        expect(added.statusCode).toBe(status);
        if (status !== 201) continue;
        const ids = (added.json().transactions as { id: string }[]).map(({ id }) => id);
        const removed = await call('POST', `/api/portfolios/${main.id}/transactions/delete`, { ids });
        expect(removed.statusCode).toBe(204);
      }
      expect((await post(buy())).statusCode).toBe(201);
    });

    it('checks a transaction without storing it', async () => {
      const { userId, main, add, list } = await open();
      const other = await open();
      const lot = await add(buy('1'));
      const body = (amount: string, more = {}) => ({
        ...{ kind: null, fee: null, value: null, wallet: null, toWallet: null, note: null, acquiredAt: null },
        ...{ type: 'sell' as const, occurredAt: '2024-06-01T00:00:00Z' },
        in: money('5'),
        out: coin('bitcoin', amount),
        lots: [{ transactionId: lot.id, amount }],
        ...more,
      });
      const entry = await server.writes.readEntry(userId, main.id, body('0.5'));
      expect(entry).toMatchObject({ type: 'sell', wallet: 'main', out: { amount: 5n * 10n ** 17n } });
      await expect(server.writes.readEntry(userId, main.id, body('2'))).rejects.toMatchObject({
        issues: [{ path: 'lots.0.amount', message: 'Only 1 of the lot of 2024-01-01 is left' }],
      });
      const sold = await add({ ...sell('1'), lots: [{ transactionId: lot.id, amount: '1' }] });
      const replacing = await server.writes.readEntry(userId, main.id, body('1', { replaces: sold.id }));
      expect(replacing).toMatchObject({ id: sold.id, createdAt: Date.parse(sold.createdAt) });
      for (const wrong of [
        [other.userId, main.id, body('1')],
        [userId, main.id, body('1', { replaces: 'made-up' })],
        [other.userId, other.main.id, body('1', { replaces: sold.id })],
      ] as const)
        await expect(server.writes.readEntry(...wrong)).rejects.toMatchObject({ code: 'not_found' });
      expect((await list()).total).toBe(2);
    });

    it('is a CSV file on plans that include it', async () => {
      const free = await open();
      const refused = await free.call('GET', `${free.url}.csv`);
      expect([refused.statusCode, refused.json().requiredTier]).toEqual([403, 'pro']);
      const { add, addWallet, call, url } = await open('pro');
      const safe = await addWallet('=Safe');
      const lot = await add({ ...buy('1.50'), fee: money('-1'.slice(1)), note: '=1+1, "quoted"' });
      await add({
        type: 'transfer',
        occurredAt: '2024-02-01T00:00:00Z',
        out: coin('bitcoin', '1'),
        toWallet: safe,
        lots: [{ transactionId: lot.id, amount: '1' }],
      });
      const answer = await call('GET', `${url}.csv`);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
      expect(answer.headers['cache-control']).toBe('no-store');
      const [header, first, second, ...rest] = answer.body.split('\r\n');
      expect(header).toBe(
        'id,type,kind,occurredAt,inCoin,inCurrency,inAmount,outCoin,outCurrency,outAmount,feeCoin,feeCurrency,feeAmount,value,valueCurrency,wallet,toWallet,lots,acquiredAt,note,source,externalId,isDateAssumed',
      );
      expect(first).toBe(
        `${lot.id},buy,,2024-01-01T00:00:00.000Z,bitcoin,,1.50,,USD,40000.50,,USD,1,,,Main,,,,"'=1+1, ""quoted""",manual,,false`,
      );
      expect(second).toContain(
        `,bitcoin,,1,,,,,,Main,'=Safe,"[{""transactionId"":""${lot.id}"",""amount"":""1""}]",`,
      );
      expect(rest).toEqual(['']);
    });

    it('is a CSV file of any length', async () => {
      const { main, call, url } = await open('pro');
      await insertOpenings(db, main.id, 2500);
      const rows = (await call('GET', `${url}.csv`)).body.split('\r\n').slice(1, -1);
      expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(2500);
    });
  });
}

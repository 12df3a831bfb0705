import { expect, it } from 'vitest';
import type { Imports } from '#contract/ledger/imports.ts';
import type { Transaction } from '#contract/ledger/transaction.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { describeImports } from '../../../tests/support/imports/describe-imports.ts';
import { createImportApp, type ImportUser } from '../../../tests/support/imports/import-app.ts';
import { fakeNow } from '../../../tests/support/market/fake-market.ts';
import { createTestParts } from '../../../tests/support/test-parts.ts';
import { openReadChanges } from '../ledger/transactions/read-changes-service.ts';
import { createTransactionStore } from '../ledger/transactions/store.ts';
import { mergePortfolios } from '../merge-service.ts';
import { readSettledPortfolios } from '../portable/read-service.ts';
import { createListGaps } from './gap-service.ts';
import { createMergedPortfolioStore } from './merged-portfolio-store.ts';
import { createSettler, type SettlerDeps } from './settle-service.ts';
import { createImportStore } from './store.ts';

const columns = 'pair,time,type,vol,cost,fee';
const trade = (minute: number) =>
  `XXBTZUSD,${new Date(Date.UTC(2024, 0, 2, 10, minute)).toISOString()},buy,0.5,20000,0`;
const withoutIds = (...minutes: number[]) => [columns, ...minutes.map((one) => trade(one))].join('\n');
const withIds = (...minutes: number[]) =>
  [`txid,${columns}`, ...minutes.map((one) => `T${one},${trade(one)}`)].join('\n');

const appHeader =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
const withdrawal = `${appHeader}\n2024-01-02 09:00:00,Withdraw BTC,BTC,-0.25,,,USD,-10000,-10000,crypto_withdrawal`;
const deposit = `${appHeader}\n2024-01-02 10:00:05,BTC Deposit,BTC,0.25,,,USD,10000,10000,crypto_deposit`;

const unsettled = async (db: Database): Promise<string[]> =>
  (await db.selectFrom('merged_portfolios').select('portfolio_id').execute()).map(
    ({ portfolio_id }) => portfolio_id,
  );

const createTestSettler = (db: Database, parts: Partial<SettlerDeps>) =>
  createSettler({
    db,
    merged: createMergedPortfolioStore(),
    planner: { settle: async () => undefined },
    measurePortfolio: async () => ({ rows: 2, bytes: 100 }),
    settleWithin: async () => undefined,
    ...createTestParts({ db, clock: { now: () => fakeNow } }),
    ...parts,
  });

const idsOf = (ledger: readonly Transaction[]) => ledger.map(({ externalId }) => externalId).sort();

async function undoAll(user: ImportUser): Promise<void> {
  const files: Imports = (await user.call('GET', `/api/portfolios/${user.main.id}/imports`)).body;
  for (const { id } of files) await user.undo(id);
}

describeImports('Files of two accounts that were merged', (open) => {
  const openTwo = async () => {
    const { site, db } = open();
    const [keptUser, movedUser] = [await site.open(), await site.open()];
    const merge = async () => {
      await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
      await site.settle();
    };
    return { keptUser, movedUser, merge, site, db };
  };

  it.each([
    ['the moved account’s', withIds(1, 2, 3), withoutIds(1, 2, 3)],
    ['the kept account’s', withoutIds(1, 2, 3), withIds(1, 2, 3)],
  ])('count a trade once if one file lacks its id: %s', async (_name, own, moved) => {
    const { keptUser, movedUser, merge } = await openTwo();
    await keptUser.importFile(own);
    const before = await keptUser.ledger();
    await movedUser.importFile(moved);
    await merge();
    const after = await keptUser.ledger();
    expect(idsOf(after)).toEqual(['T1', 'T2', 'T3']);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const { transaction_count: count } = await open()
      .db.selectFrom('portfolios')
      .select('transaction_count')
      .where('id', '=', keptUser.main.id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(3);
    expect((await keptUser.importFile(own)).added).toBe(0);
    await undoAll(keptUser);
    expect(await keptUser.ledger()).toEqual([]);
  });

  it('keep the rows that only one of them has', async () => {
    const { keptUser, movedUser, merge } = await openTwo();
    await keptUser.importFile(withIds(1, 2));
    await movedUser.importFile(withoutIds(2, 3));
    await merge();
    expect(idsOf(await keptUser.ledger())).toEqual([null, 'T1', 'T2'].sort());
  });

  it('join a withdrawal in one with a deposit in the other', async () => {
    const { keptUser, movedUser, merge } = await openTwo();
    const added: { id: string } = (
      await movedUser.call('POST', `/api/portfolios/${movedUser.main.id}/wallets`, { name: 'Cold' })
    ).body;
    await keptUser.importFile(withdrawal);
    await movedUser.importFile(deposit, { wallet: added.id });
    await merge();
    expect((await keptUser.ledger()).map(({ toWallet }) => toWallet)).toEqual([added.id]);
  });

  it('keep the edited one of two equal rows, and lots that named the other now name it', async () => {
    const { keptUser, movedUser, merge, db } = await openTwo();
    await keptUser.importFile(withIds(1, 2));
    await movedUser.importFile(withoutIds(1, 2));
    const [later, earlier] = await movedUser.ledger();
    const edit = (row: Transaction, note: string) =>
      db
        .updateTable('transactions')
        .set({ note, updated_at: Date.parse(row.updatedAt) + 1 })
        .where('id', '=', row.id)
        .execute();
    await edit(later!, 'kept');
    const sale = await movedUser.call('POST', `/api/portfolios/${movedUser.main.id}/transactions`, {
      type: 'spend',
      occurredAt: '2024-01-03T00:00:00Z',
      out: { coinId: 'bitcoin', amount: '0.5' },
      wallet: earlier!.wallet,
      lots: [{ transactionId: earlier!.id, amount: '0.5' }],
    });
    expect(sale.status).toBe(201);
    const [, own] = await keptUser.ledger();
    await merge();
    const [spent, ...trades] = await keptUser.ledger();
    expect(trades.map(({ id, note }) => [id, note])).toEqual([
      [later!.id, 'kept'],
      [own!.id, null],
    ]);
    expect(spent!.lots).toEqual([{ transactionId: own!.id, amount: '0.5' }]);
  });

  it('are compared first if another file is imported or undone meanwhile', async () => {
    const { keptUser, movedUser, site, db } = await openTwo();
    await keptUser.importFile(withIds(1));
    await movedUser.importFile(withoutIds(1));
    const other = await movedUser.importFile(withoutIds(30));
    const lot = (await movedUser.ledger()).find(({ occurredAt }) => occurredAt.includes('10:01'))!;
    await movedUser.call('POST', `/api/portfolios/${movedUser.main.id}/transactions`, {
      type: 'spend',
      occurredAt: '2024-01-03T00:00:00Z',
      out: { coinId: 'bitcoin', amount: '0.5' },
      wallet: lot.wallet,
      lots: [{ transactionId: lot.id, amount: '0.5' }],
    });
    const [own] = await keptUser.ledger();
    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    await keptUser.undo(other.id);
    const [spent, ...trades] = await keptUser.ledger();
    expect(trades.map(({ id }) => id)).toEqual([own!.id]);
    expect(spent!.lots).toEqual([{ transactionId: own!.id, amount: '0.5' }]);
    await site.settle();
    expect(await keptUser.ledger()).toEqual([spent, ...trades]);
  });

  it.each([true, false])(
    'leave out what one user entered by hand (in the kept account: %s)',
    async (isOwn) => {
      const { keptUser, movedUser, merge } = await openTwo();
      const [author, other] = isOwn ? [keptUser, movedUser] : [movedUser, keptUser];
      const entered = await author.call('POST', `/api/portfolios/${author.main.id}/transactions`, {
        ...{ type: 'buy', occurredAt: '2024-01-02T10:02:00Z' },
        ...{ in: { coinId: 'bitcoin', amount: '0.5' }, out: { currency: 'USD', amount: '20000' } },
      });
      const { body: file } = await author.upload(withIds(1, 30));
      const [question] = file.questions;
      expect(question!.kind).toBe('duplicate');
      await author.call('POST', `/api/imports/${file.id}/answers`, { answers: { [question!.key]: 'skip' } });
      expect((await author.call('POST', `/api/imports/${file.id}/apply`)).status).toBe(200);
      await other.importFile(withoutIds(1, 30));
      await merge();
      const ledger = await keptUser.ledger();
      const { id: enteredId } = entered.body as { id: string };
      expect(ledger.map(({ id, externalId }) => (id === enteredId ? 'by hand' : externalId))).toEqual([
        'T30',
        'by hand',
      ]);
    },
  );

  it('report what each ledger lacked before, if both have a wallet of the same name', async () => {
    const { keptUser, movedUser, merge, db } = await openTwo();
    const ledger = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
    const entry = (day: number, balance: number) =>
      [ledger, `L${day},R${day},2023-01-0${day} 10:00:00,deposit,,currency,XXBT,1,0,${balance}`].join('\n');
    await keptUser.importFile(entry(1, 1));
    await movedUser.importFile(entry(2, 5));
    await merge();
    const gapsOf = createListGaps({
      db,
      store: createImportStore(),
      transactions: createTransactionStore(db),
    });
    const [problem, ...others] = (await gapsOf(keptUser.main.id, 1)).get('bitcoin')!.problems;
    // The kept account’s deposit explains one of the four.
    expect(problem!.message).toContain('at least 3 ');
    expect(others).toEqual([]);
  });

  it('are compared by another process if this one ends after the merge', async () => {
    const { keptUser, movedUser, db } = await openTwo();
    await keptUser.importFile(withIds(1));
    await movedUser.importFile(withoutIds(1));
    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    expect(await keptUser.ledger()).toHaveLength(2);
    const other = createImportApp(db, { dataDir: '/nowhere', databaseUrl: undefined });
    await other.settle();
    expect(await keptUser.ledger()).toHaveLength(1);
    await other.stop();
  });

  it('are compared before the merge has ended if they are few', async () => {
    const { keptUser, movedUser, site, db } = await openTwo();
    await keptUser.importFile(withIds(1, 2));
    await movedUser.importFile(withoutIds(2, 3));
    await transact(db, async (tx) => {
      await mergePortfolios(tx, movedUser.userId, keptUser.userId);
      await site.settleSoon(tx, movedUser.userId, keptUser.userId);
    });
    expect(idsOf(await keptUser.ledger())).toEqual([null, 'T1', 'T2'].sort());
    expect(await unsettled(db)).toEqual([]);
  });

  it('have no figures, and are in no account file, until they are compared', async () => {
    const { keptUser, movedUser, site, db } = await openTwo();
    const minutes = Array.from({ length: 200 }, (_, minute) => minute);
    const amounts = async () => {
      const { statusCode, headers, body } = await site.server.call(keptUser.userId, 'GET', '/api/portfolio');
      const answer = JSON.parse(body);
      if (statusCode !== 200) return [statusCode, headers['retry-after'], answer.code];
      return answer.map(({ amount }: { amount: string }) => amount);
    };
    await keptUser.importFile(withIds(...minutes));
    await movedUser.importFile(withoutIds(...minutes));
    expect(await amounts()).toEqual(['100']);
    await transact(db, async (tx) => {
      await mergePortfolios(tx, movedUser.userId, keptUser.userId);
      await site.settleSoon(tx, movedUser.userId, keptUser.userId);
    });
    expect(await amounts()).toEqual([503, '2', 'unavailable']);
    await expect(readSettledPortfolios(db, keptUser.userId)).rejects.toMatchObject({ code: 'unavailable' });
    // As other threads read them.
    const readInThread = await openReadChanges(open().place);
    await expect(readInThread(keptUser.main.id, 0)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 2,
    });
    await site.settle();
    expect(await amounts()).toEqual(['100']);
    expect((await readInThread(keptUser.main.id, 0)).entries).toHaveLength(200);
    expect(await readSettledPortfolios(db, keptUser.userId)).toHaveLength(1);
  });

  it('are compared later if comparing them fails within the merge, which takes effect anyway', async () => {
    const { keptUser, movedUser, site, db } = await openTwo();
    await keptUser.importFile(withIds(1));
    await movedUser.importFile(withoutIds(1));
    const settler = createTestSettler(db, {
      settleWithin: async (tx) => {
        await tx.updateTable('transactions').set({ note: 'half' }).execute();
        throw new Error('made up');
      },
    });
    await transact(db, async (tx) => {
      await mergePortfolios(tx, movedUser.userId, keptUser.userId);
      await settler.settleSoon(tx, movedUser.userId, keptUser.userId);
    });
    expect((await keptUser.ledger()).map(({ note }) => note)).toEqual([null, null]);
    expect(await unsettled(db)).toEqual([keptUser.main.id]);
    await site.settle();
    expect(await keptUser.ledger()).toHaveLength(1);
  });

  it('are compared at once by the next process if this one ends during the comparison', async () => {
    const { keptUser, movedUser, site, db } = await openTwo();
    await keptUser.importFile(withIds(1));
    await movedUser.importFile(withoutIds(1));
    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    const ended = createMergedPortfolioStore();
    expect(await ended.claim(db, fakeNow, 60 * 60_000)).toMatchObject({ id: keptUser.main.id });
    await site.settle();
    expect(await keptUser.ledger()).toHaveLength(2);
    const settled = Promise.withResolvers<string>();
    const next = createTestSettler(db, { planner: { settle: async ({ id }) => settled.resolve(id) } });
    next.start();
    expect(await settled.promise).toBe(keptUser.main.id);
    await next.stop();
    await createMergedPortfolioStore().release(db);
    await site.settle();
    expect(await keptUser.ledger()).toHaveLength(1);
  });

  it('are reported if they can never be compared, and are compared once a file is undone', async () => {
    const { keptUser, movedUser, site, db } = await openTwo();
    await keptUser.importFile(withIds(1));
    const broken = await movedUser.importFile(withoutIds(1, 2));
    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    await db.updateTable('import_parts').set({ body: '?' }).where('import_id', '=', broken.id).execute();
    const lines: string[] = [];
    const clock = { time: fakeNow, now: () => clock.time };
    let tries = 0;
    const settler = createTestSettler(db, {
      clock,
      planner: {
        settle: async () => {
          tries += 1;
          throw new Error('made up');
        },
      },
      logger: { warn: (_: object, line: string) => void lines.push(line), info: () => undefined } as never,
    });
    const figures = async () => {
      const { statusCode, body } = await site.server.call(keptUser.userId, 'GET', '/api/portfolio');
      return [statusCode, JSON.parse(body).message];
    };
    for (let hour = 0; hour < 12; hour++) {
      await settler.runDue();
      clock.time += 60 * 60_000;
    }
    // A comparison that ends the process is not tried again when the process starts.
    await createMergedPortfolioStore().release(db);
    await settler.runDue();
    expect(tries).toBe(5);
    expect(await figures()).toEqual([409, expect.stringContaining('Undo the files of one account')]);
    expect(lines.at(-1)).toBe('a merged portfolio has no figures until its files change');
    await expect(readSettledPortfolios(db, keptUser.userId)).rejects.toMatchObject({ code: 'conflict' });
    const readInThread = await openReadChanges(open().place);
    await expect(readInThread(keptUser.main.id, 0)).rejects.toMatchObject({ code: 'conflict' });
    clock.time += 24 * 60 * 60_000;
    await settler.runDue();
    expect(tries).toBe(6);

    await keptUser.undo(broken.id);
    await site.settle();
    expect((await figures())[0]).toBe(200);
    expect(idsOf(await keptUser.ledger())).toEqual(['T1']);
    expect(await unsettled(db)).toEqual([]);
  });

  it('that could not be compared are not compared again when other files are added or removed', async () => {
    const { keptUser, movedUser, site, db } = await openTwo();
    await keptUser.importFile(withIds(1));
    const moved = await movedUser.importFile(withoutIds(1));
    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    await db
      .updateTable('merged_portfolios')
      .set({ attempts: 5, due_at: fakeNow + 1 })
      .execute();
    const attempts = () => db.selectFrom('merged_portfolios').select('attempts').execute();
    const { body: added } = await keptUser.upload(withIds(3));
    expect(await keptUser.call('POST', `/api/imports/${added.id}/apply`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Undo the files of one account') },
    });
    await keptUser.undo(added.id);
    expect(await attempts()).toEqual([{ attempts: 5 }]);
    await keptUser.undo(moved.id);
    expect(await attempts()).toEqual([{ attempts: 0 }]);
    await site.settle();
    expect(idsOf(await keptUser.ledger())).toEqual(['T1']);
    expect(await unsettled(db)).toEqual([]);
  });

  it('are compared even if a full portfolio gets one more transaction', async () => {
    const { keptUser, movedUser, site, db } = await openTwo();
    await keptUser.importFile(withIds(1));
    await movedUser.importFile(withoutIds(2, 3));
    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    const [lost] = await keptUser.ledger();
    await db.deleteFrom('transactions').where('id', '=', lost!.id).execute();
    const full = db.updateTable('portfolios').set({ transaction_count: 100_000 });
    await full.where('id', '=', keptUser.main.id).execute();
    await site.settle();
    expect(await keptUser.ledger()).toHaveLength(3);
    expect(await unsettled(db)).toEqual([]);
  });

  it('are compared in a thread if they are many', async () => {
    const { keptUser, movedUser, merge } = await openTwo();
    const minutes = Array.from({ length: 200 }, (_, minute) => minute);
    await keptUser.importFile(withIds(...minutes));
    await movedUser.importFile(withoutIds(...minutes));
    await merge();
    expect(await keptUser.ledger()).toHaveLength(200);
  });
});

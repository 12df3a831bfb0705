import { expect, it } from 'vitest';
import { createUuidV7 } from '#server/platform/uuid-v7.ts';
import { describeImports } from '../../../tests/support/imports/describe-imports.ts';
import { fakeNow } from '../../../tests/support/market/fake-market.ts';
import { createTransactionStore } from '../ledger/transactions/store.ts';
import { createWalletStore } from '../ledger/wallets/store.ts';
import { createImportedRowsStore } from './change/imported-rows-store.ts';
import { createMergedPortfolioStore } from './merged-portfolio-store.ts';
import { createInlinePlanner } from './planner/inline-planner.ts';
import { createImportStore } from './store.ts';

const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
const row = (id: number, asset = 'XXBT') =>
  `L${id},R${id},2023-01-01 10:00:${String(id).padStart(2, '0')},deposit,,currency,${asset},${id},0,${id}`;
const fileOf = (...ids: number[]) => [header, ...ids.map((id) => row(id))].join('\n');

describeImports('files imported at once', (open) => {
  it('are all applied, and all undone', async () => {
    const user = await open().site.open();
    const places = Array.from({ length: 12 }, (_, index) => index + 1);
    const ids: string[] = [];
    // Each file repeats a row of the previous one.
    for (const id of places) ids.push((await user.upload(fileOf(id, id + 1))).body.id);
    const applied = await Promise.all(ids.map((id) => user.call('POST', `/api/imports/${id}/apply`)));
    expect(applied.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const amounts = (await user.ledger()).map(({ out }) => Number(out?.amount)).sort((a, b) => a - b);
    expect(amounts).toEqual([...places, 13]);
    const undone = await Promise.all(ids.map((id) => user.call('DELETE', `/api/imports/${id}`)));
    expect(undone.map(({ status }) => status)).toEqual(ids.map(() => 204));
    expect(await user.ledger()).toEqual([]);
  });

  it('keep the answers of two tabs', async () => {
    const user = await open().site.open();
    const file = [header, row(1, 'ODDONE'), row(2, 'ODDTWO')].join('\n');
    const { body } = await user.upload(file);
    expect(body.questions).toHaveLength(2);
    const path = `/api/imports/${body.id}`;
    const answers = await Promise.all(
      body.questions.map(({ key }) => user.call('POST', `${path}/answers`, { answers: { [key]: 'skip' } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await user.page(body.id)).questions.map(({ answer }) => answer)).toEqual(['skip', 'skip']);
  });

  it('are undone if they are applied while being removed', async () => {
    const user = await open().site.open();
    const { db } = open();
    const { body } = await user.upload(fileOf(1));
    const store = createImportStore();
    let isApplied = false;
    const planner = createInlinePlanner({
      db,
      clock: { now: () => fakeNow },
      store: {
        ...store,
        async find(of, userId, id) {
          const found = await store.find(of, userId, id);
          if (!isApplied) {
            isApplied = true;
            expect((await user.call('POST', `/api/imports/${id}/apply`)).status).toBe(200);
          }
          return found;
        },
      },
      rows: createImportedRowsStore(),
      merged: createMergedPortfolioStore(),
      wallets: createWalletStore(db),
      transactions: createTransactionStore(db),
      createId: createUuidV7({ now: () => fakeNow }),
    });
    await planner.remove({ userId: user.userId, id: body.id });
    expect(await user.ledger()).toEqual([]);
    expect((await user.call('GET', `/api/imports/${body.id}`)).status).toBe(404);
  });
});

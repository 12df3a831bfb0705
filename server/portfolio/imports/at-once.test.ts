import { expect, it } from 'vitest';
import type { Wallet } from '#contract/ledger/wallets.ts';
import { createUuidV7 } from '#server/platform/uuid-v7.ts';
import { describeImports } from '../../../tests/support/imports/describe-imports.ts';
import { fakeNow } from '../../../tests/support/market/fake-market.ts';
import { createTransactionStore } from '../ledger/transactions/store.ts';
import { createWalletStore } from '../ledger/wallets/store.ts';
import { createImportedRowsStore } from './change/imported-rows-store.ts';
import { createMergedPortfolioStore } from './merged-portfolio-store.ts';
import { createInlinePlanner } from './planner/inline-planner.ts';
import { createImportStore, type ImportStore } from './store.ts';

const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
const row = (id: number, asset = 'XXBT') =>
  `L${id},R${id},2023-01-01 10:00:${String(id).padStart(2, '0')},deposit,,currency,${asset},${id},0,${id}`;
const fileOf = (...ids: number[]) => [header, ...ids.map((id) => row(id))].join('\n');

describeImports('files imported at once', (open) => {
  const onlyOnce = (work: () => Promise<{ status: number }>) => {
    let isDone = false;
    return async () => {
      if (isDone) return;
      isDone = true;
      expect((await work()).status).toBeLessThan(300);
    };
  };

  const createPlanner = (replaced: Partial<ImportStore>) => {
    const { db } = open();
    return createInlinePlanner({
      db,
      clock: { now: () => fakeNow },
      store: { ...createImportStore(), ...replaced },
      rows: createImportedRowsStore(),
      merged: createMergedPortfolioStore(),
      wallets: createWalletStore(db),
      transactions: createTransactionStore(db),
      createId: createUuidV7({ now: () => fakeNow }),
    });
  };

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
    const { body } = await user.upload(fileOf(1));
    const find = createImportStore().find;
    const apply = onlyOnce(() => user.call('POST', `/api/imports/${body.id}/apply`));
    const planner = createPlanner({
      async find(...args) {
        const found = await find(...args);
        await apply();
        return found;
      },
    });
    await planner.remove({ userId: user.userId, id: body.id });
    expect(await user.ledger()).toEqual([]);
    expect((await user.call('GET', `/api/imports/${body.id}`)).status).toBe(404);
  });

  it('stay applied if they were being previewed', async () => {
    const user = await open().site.open();
    const { body } = await user.upload(fileOf(1));
    const find = createImportStore().find;
    const apply = onlyOnce(() => user.call('POST', `/api/imports/${body.id}/apply`));
    const planner = createPlanner({
      async find(...args) {
        const found = await find(...args);
        await apply();
        return found;
      },
    });
    await planner.preview({ userId: user.userId, id: body.id });
    expect((await user.page(body.id)).state).toBe('applied');
    await user.importFile(fileOf(2));
    expect(await user.ledger()).toHaveLength(2);
  });

  it('go to a wallet that still exists', async () => {
    const user = await open().site.open();
    const path = `/api/portfolios/${user.main.id}/wallets`;
    const { body: wallet } = (await user.call('POST', path, { name: 'Cold', kind: 'wallet' })) as {
      body: Wallet;
    };
    const { body } = await user.upload(fileOf(1), { wallet: wallet.id });
    const readParts = createImportStore().readParts;
    const removeWallet = onlyOnce(() => user.call('DELETE', `/api/wallets/${wallet.id}`));
    const planner = createPlanner({
      async readParts(...args) {
        await removeWallet();
        return readParts(...args);
      },
    });
    await planner.apply({ userId: user.userId, id: body.id });
    const wallets = (await user.call('GET', path)).body as Wallet[];
    const [row] = await user.ledger();
    expect(wallets.map(({ id, name }) => [id, name])).toContainEqual([row?.toWallet, 'Kraken']);
  });
});

import { expect, it } from 'vitest';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { describeImports } from '../../../../tests/support/imports/describe-imports.ts';

const columns = 'pair,time,type,vol,cost,fee';
const trade = 'XXBTZUSD,2024-01-02T10:00:00Z,buy,0.5,20000,0';
const withoutId = `${columns}\n${trade}`;
const withId = `txid,${columns}\nT1,${trade}`;

describeImports('A row whose id is in only one of its files', (open) => {
  const importBoth = async (files: readonly [string, string]) => {
    const user = await open().site.open();
    const ids = [];
    for (const file of files) ids.push((await user.importFile(file)).id);
    const [row] = await user.ledger();
    const edit = (set: object) =>
      open()
        .db.updateTable('transactions')
        .set({ updated_at: Date.parse(row!.updatedAt) + 1, ...set })
        .where('id', '=', row!.id)
        .execute();
    const listed = async () => (await user.ledger()).map(({ id, note }: Transaction) => [id, note]);
    return { user, ids, row: row!, edit, listed };
  };

  it.each([
    [[withoutId, withId], 1],
    [[withId, withoutId], 0],
    [[withId, withoutId], 1],
    [[withoutId, withId], 0],
  ] as const)('counts once with its edits when the file is undone: %#', async (files, undone) => {
    const { user, ids, row, edit, listed } = await importBoth(files);
    await edit({ note: 'edited' });
    await user.undo(ids[undone]!);
    expect(await listed()).toEqual([[row.id, 'edited']]);
    expect((await user.importFile(files[undone])).added).toBe(0);
    expect(await listed()).toEqual([[row.id, 'edited']]);
  });

  it('stays deleted when the file is undone', async () => {
    const { user, ids, row, listed } = await importBoth([withoutId, withId]);
    expect((await user.call('DELETE', `/api/transactions/${row.id}`)).status).toBe(204);
    await user.undo(ids[1]!);
    expect(await listed()).toEqual([]);
  });

  it.each([0, 1])(
    'of an edited transfer keeps its other side when the file of one side is undone: %i',
    async (undone) => {
      const header =
        'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
      const user = await open().site.open();
      const cold = await user.call('POST', `/api/portfolios/${user.main.id}/wallets`, { name: 'Cold' });
      const { id: wallet } = cold.body as { id: string };
      const files = [
        {
          content: `${header}\n2024-01-02 09:00:00,Withdraw BTC,BTC,-0.25,,,USD,-10000,-10000,crypto_withdrawal`,
          fields: {},
        },
        {
          content: `${header}\n2024-01-02 10:00:05,BTC Deposit,BTC,0.25,,,USD,10000,10000,crypto_deposit`,
          fields: { wallet },
        },
      ] as const;
      const into = await user.importFile(files[1].content, files[1].fields);
      const out = await user.importFile(files[0].content);
      const [row, ...others] = await user.ledger();
      expect(others).toEqual([]);
      await open()
        .db.updateTable('transactions')
        .set({ updated_at: Date.parse(row!.updatedAt) + 1, note: 'edited' })
        .where('id', '=', row!.id)
        .execute();
      const { id } = [out, into][undone]!;
      // Undoing the withdrawal's file removes the transfer, and the page names it first.
      expect((await user.page(id)).edited.count).toBe(undone === 0 ? 1 : 0);
      await user.undo(id);
      const left = (await user.ledger()).map(({ wallet: from, toWallet }) => [from, toWallet]);
      expect(left).toEqual([undone === 0 ? ['elsewhere', wallet] : [row!.wallet, wallet]]);
      await user.importFile(files[undone]!.content, files[undone]!.fields);
      const [whole, ...more] = await user.ledger();
      expect([whole!.wallet === 'elsewhere', whole!.toWallet, more]).toEqual([false, wallet, []]);
    },
  );
});

describeImports('An edited transfer whose withdrawal is in a second file that has its id', (open) => {
  const importBoth = async () => {
    const user = await open().site.open();
    const cold = await user.call('POST', `/api/portfolios/${user.main.id}/wallets`, { name: 'Cold' });
    const { id: wallet } = cold.body as { id: string };
    const mapping = JSON.stringify({ date: 'Date', outAmount: 'Out', outCoin: 'Coin', id: 'Id' });
    const out = (id: string) => `Date,Out,Coin,Id\n2024-01-02 09:00:00,0.25,BTC,${id}`;
    const importOut = (id: string) => user.importFile(out(id), { format: 'generic', mapping });
    await importOut('');
    const header =
      'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
    await user.importFile(
      `${header}\n2024-01-02 10:00:05,BTC Deposit,BTC,0.25,,,USD,10000,10000,crypto_deposit`,
      { wallet },
    );
    const [row, ...others] = await user.ledger();
    expect([row!.toWallet, others]).toEqual([wallet, []]);
    const edit = () =>
      open()
        .db.updateTable('transactions')
        .set({ updated_at: Date.parse(row!.updatedAt) + 1, note: 'edited' })
        .where('id', '=', row!.id)
        .execute();
    const listed = async () => (await user.ledger()).map(({ id, toWallet, note }) => [id, toWallet, note]);
    return { user, importOut, edit, listed, expected: [[row!.id, wallet, 'edited']] };
  };

  it('counts once, however often the file is imported', async () => {
    const { importOut, edit, listed, expected } = await importBoth();
    await edit();
    await importOut('W1');
    expect(await listed()).toEqual(expected);
    await importOut('W1');
    expect(await listed()).toEqual(expected);
  });

  it('stays edited when that file is undone, because both sides are left', async () => {
    const { user, importOut, edit, listed, expected } = await importBoth();
    const { id } = await importOut('W1');
    await edit();
    await user.undo(id);
    expect(await listed()).toEqual(expected);
  });
});

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

describeImports('A deleted or edited withdrawal that one of its files has with its id', (open) => {
  it.each(['deleted', 'edited'])(
    'stays %s when that file is undone, although a deposit fits it',
    async (what) => {
      const user = await open().site.open();
      const mapping = JSON.stringify({ date: 'Date', outAmount: 'Out', outCoin: 'Coin', id: 'Id' });
      const importOut = (id: string) =>
        user.importFile(`Date,Out,Coin,Id\n2024-01-02 09:00:00,0.25,BTC,${id}`, {
          format: 'generic',
          mapping,
        });
      const cold = await user.call('POST', `/api/portfolios/${user.main.id}/wallets`, { name: 'Cold' });
      const { id: wallet } = cold.body as { id: string };
      await importOut('');
      const { id } = await importOut('W1');
      const [row] = await user.ledger();
      const path = `/api/transactions/${row!.id}`;
      if (what === 'deleted') await user.call('DELETE', path);
      else await user.call('PUT', path, { ...row, note: 'mine' });
      const header =
        'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
      await user.importFile(
        `${header}\n2024-01-02 10:00:05,BTC Deposit,BTC,0.25,,,USD,10000,10000,crypto_deposit`,
        { wallet },
      );
      const listed = async () =>
        (await user.ledger()).map(({ wallet: from, toWallet, note }) => [from, toWallet, note]);
      const before = await listed();
      expect(before).toHaveLength(what === 'deleted' ? 1 : 2);
      await user.undo(id);
      expect(await listed()).toEqual(before);
      await importOut('W1');
      expect(await listed()).toEqual(before);
    },
  );
});

describeImports('A side of a transfer to which the user added the other wallet', (open) => {
  const header =
    'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
  const openUser = async () => {
    const user = await open().site.open();
    const add = async (name: string) =>
      (await user.call('POST', `/api/portfolios/${user.main.id}/wallets`, { name })).body as { id: string };
    const [hot, cold] = [(await add('Hot')).id, (await add('Cold')).id];
    const files = {
      out: () =>
        user.importFile(
          `${header}\n2024-01-02 09:00:00,Withdraw BTC,BTC,-0.25,,,USD,-10000,-10000,crypto_withdrawal`,
          { wallet: hot },
        ),
      into: () =>
        user.importFile(
          `${header}\n2024-01-02 10:00:05,BTC Deposit,BTC,0.25,,,USD,10000,10000,crypto_deposit`,
          { wallet: cold },
        ),
    };
    const edit = async (toWallet: string) => {
      const [row] = await user.ledger();
      const out = { coinId: 'bitcoin', amount: '0.25' };
      const edited = { type: 'transfer', occurredAt: row!.occurredAt, out, wallet: hot, toWallet };
      expect((await user.call('PUT', `/api/transactions/${row!.id}`, edited)).status).toBe(200);
    };
    const listMoves = async () => (await user.ledger()).map(({ wallet, toWallet }) => [wallet, toWallet]);
    return { user, hot, cold, files, edit, listMoves };
  };

  it.each([
    ['out', 'into'],
    ['into', 'out'],
  ] as const)('counts once if a later file has the other side: %s, %s', async (first, second) => {
    const { user, hot, cold, files, edit, listMoves } = await openUser();
    const { id } = await files[first]();
    await edit(cold);
    const later = await files[second]();
    expect([later.added, later.known]).toEqual([0, 1]);
    expect(await listMoves()).toEqual([[hot, cold]]);
    await files[second]();
    expect(await listMoves()).toEqual([[hot, cold]]);
    await user.undo(id);
    expect(await listMoves()).toEqual([first === 'out' ? ['elsewhere', cold] : [hot, cold]]);
  });

  it('is not joined with what arrived in another wallet', async () => {
    const { hot, cold, files, edit, listMoves } = await openUser();
    await files.out();
    await edit('main');
    expect((await files.into()).added).toBe(1);
    expect(await listMoves()).toEqual(
      expect.arrayContaining([
        [hot, 'main'],
        ['elsewhere', cold],
      ]),
    );
  });
});

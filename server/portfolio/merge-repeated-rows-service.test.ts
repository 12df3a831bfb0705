import { expect, it } from 'vitest';
import type { Imports } from '#contract/ledger/imports.ts';
import type { Wallet } from '#contract/ledger/wallets.ts';
import { transact } from '#server/platform/database/transact.ts';
import { describeImports } from '../../tests/support/imports/describe-imports.ts';
import type { ImportUser } from '../../tests/support/imports/import-app.ts';
import { mergePortfolios } from './merge-service.ts';

const header =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
const rows = {
  in: '2024-01-02 10:00:05,BTC Deposit,BTC,0.25,,,USD,10000,10000,crypto_deposit',
  out: '2024-01-02 09:00:00,Withdraw BTC,BTC,-0.25,,,USD,-10000,-10000,crypto_withdrawal',
};
type Side = keyof typeof rows;

describeImports('A transfer of which two accounts have files', (open) => {
  it.each<{ own: Side[]; moved: Side[] }>([
    { own: ['out', 'in'], moved: ['in'] },
    { own: ['out', 'in'], moved: ['out'] },
    { own: ['out', 'in'], moved: ['out', 'in'] },
    { own: ['in'], moved: ['out', 'in'] },
    { own: ['out'], moved: ['out', 'in'] },
  ])('counts once, between its wallets, when they are merged: $own and $moved', async ({ own, moved }) => {
    const { site, db } = open();
    const [keptUser, movedUser] = [await site.open(), await site.open()];
    for (const [user, sides] of [
      [keptUser, own],
      [movedUser, moved],
    ] as const) {
      const added = await user.call('POST', `/api/portfolios/${user.main.id}/wallets`, { name: 'Cold' });
      const cold = (added.body as Wallet).id;
      for (const side of sides)
        await user.importFile([header, rows[side]].join('\n'), side === 'in' ? { wallet: cold } : {});
    }

    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    const wallets: Wallet[] = (await keptUser.call('GET', `/api/portfolios/${keptUser.main.id}/wallets`))
      .body;
    const nameOf = (id: string | null) => wallets.find((wallet) => wallet.id === id)?.name;
    const ledger = await keptUser.ledger();
    expect(ledger.map(({ wallet, toWallet }) => [nameOf(wallet), nameOf(toWallet)])).toEqual([
      ['Crypto.com', 'Cold'],
    ]);
    const files: Imports = (await keptUser.call('GET', `/api/portfolios/${keptUser.main.id}/imports`)).body;
    for (const { id } of files) await keptUser.undo(id);
    expect(await keptUser.ledger()).toEqual([]);
  });

  it('keeps its deposit if the other portfolio has only the deleted withdrawal', async () => {
    const { site, db } = open();
    const [keptUser, movedUser] = [await site.open(), await site.open()];
    await keptUser.importFile([header, rows.out].join('\n'));
    const [withdrawn] = await keptUser.ledger();
    await keptUser.call('DELETE', `/api/transactions/${withdrawn!.id}`);
    const added = await movedUser.call('POST', `/api/portfolios/${movedUser.main.id}/wallets`, {
      name: 'Cold',
    });
    const { id: cold } = added.body as Wallet;
    await movedUser.importFile([header, rows.out].join('\n'));
    await movedUser.importFile([header, rows.in].join('\n'), { wallet: cold });
    expect((await movedUser.ledger()).map(({ toWallet }) => toWallet)).toEqual([cold]);

    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    await site.settle();
    expect((await keptUser.ledger()).map(({ wallet, toWallet }) => [wallet, toWallet])).toEqual([
      ['elsewhere', cold],
    ]);
  });

  it.each<{ own: Side[]; moved: Side[]; edited: Side }>([
    { own: ['out'], moved: ['out', 'in'], edited: 'out' },
    { own: ['in'], moved: ['out', 'in'], edited: 'in' },
    { own: ['out', 'in'], moved: ['out'], edited: 'out' },
    { own: ['out', 'in'], moved: ['in'], edited: 'in' },
  ])('keeps the edited one of its sides, and the other: $own and $moved', async ({ own, moved, edited }) => {
    const { site, db } = open();
    const [keptUser, movedUser] = [await site.open(), await site.open()];
    for (const [user, sides] of [
      [keptUser, own],
      [movedUser, moved],
    ] as const) {
      const added = await user.call('POST', `/api/portfolios/${user.main.id}/wallets`, { name: 'Cold' });
      const { id: cold } = added.body as Wallet;
      for (const side of sides)
        await user.importFile([header, rows[side]].join('\n'), side === 'in' ? { wallet: cold } : {});
      if (sides.length === 2) continue;
      const [row] = await user.ledger();
      const change = { updated_at: Date.parse(row!.updatedAt) + 1, note: 'mine' };
      await db.updateTable('transactions').set(change).where('id', '=', row!.id).execute();
    }
    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    await site.settle();
    const wallets: Wallet[] = (await keptUser.call('GET', `/api/portfolios/${keptUser.main.id}/wallets`))
      .body;
    const nameOf = (id: string | null) => wallets.find((wallet) => wallet.id === id)?.name;
    expect(
      (await keptUser.ledger()).map(({ wallet, toWallet, note }) => [nameOf(wallet), nameOf(toWallet), note]),
    ).toEqual([
      ['Elsewhere', 'Cold', edited === 'in' ? 'mine' : null],
      ['Crypto.com', 'Elsewhere', edited === 'out' ? 'mine' : null],
    ]);
  });
});

const trade = (name: string) =>
  [`${name}pair,time,type,vol,cost,fee`, `${name && 'T1,'}XXBTZUSD,2024-01-02 10:00:00,buy,0.5,20000,0`].join(
    '\n',
  );

const noted = (note: string) =>
  `\nYour other account had: buy, 2024-01-02T10:00:00.000Z, in 0.5 BIT, out 19500 USD, Kraken, ${note}`;

describeImports('A transaction that both of two accounts edited', (open) => {
  /** Merges two accounts that edited the same trade. Returns the id in the account that stays, and its ledger. */
  async function mergeEdited(notes: { readonly own: string; readonly moved: string }, moved = 'txid,') {
    const { site, db } = open();
    const [keptUser, movedUser] = [await site.open(), await site.open()];
    await keptUser.importFile(trade('txid,'));
    await movedUser.importFile(trade(moved));
    const edit = async (user: ImportUser, change: { note: string; out_amount: string }) => {
      const [row] = await user.ledger();
      const updated_at = Date.parse(row!.updatedAt) + 1;
      await db
        .updateTable('transactions')
        .set({ ...change, updated_at })
        .where('id', '=', row!.id)
        .execute();
      return row!.id;
    };
    const own = await edit(keptUser, { note: notes.own, out_amount: '19000' });
    await edit(movedUser, { note: notes.moved, out_amount: '19500' });
    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    await site.settle();
    return { own, ledger: await keptUser.ledger() };
  }

  it.each([
    ['of the same file', 'txid,'],
    ['of two files that name it differently', ''],
  ])('is kept once, %s, with a note on what the other one was', async (_files, moved) => {
    const notes = { own: 'with bonus', moved: 'from the statement' };
    const { own, ledger } = await mergeEdited(notes, moved);
    expect(ledger.map(({ id, out, note }) => [id, out?.amount, note])).toEqual([
      [own, '19000', `with bonus${noted('from the statement')}`],
    ]);
  });

  it.each([
    ['eleven characters', 11, '🙂🙂🙂🙂🙂…'],
    ['ten, the last of which would be half an emoji', 10, '🙂🙂🙂🙂…'],
  ])('gets as much of the other note as there is room for: %s', async (_room, room, end) => {
    const own = 'n'.repeat(1000 - noted('').length - room);
    const { ledger } = await mergeEdited({ own, moved: '🙂'.repeat(100) });
    expect(ledger.map(({ note }) => note)).toEqual([own + noted(end)]);
  });

  it('keeps a note of full length unchanged', async () => {
    const own = 'n'.repeat(1000);
    const { ledger } = await mergeEdited({ own, moved: 'lost' });
    expect(ledger.map(({ note }) => note)).toEqual([own]);
  });
});

import { expect, it } from 'vitest';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { describeImports } from '../../../../tests/support/imports/describe-imports.ts';

const header =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
const deposit = `${header}\n2024-01-02 10:00:05,BTC Deposit,BTC,0.25,,,USD,10000,10000,crypto_deposit`;
const withdrawal = `${header}\n2024-01-02 09:00:00,Withdraw BTC,BTC,-0.25,,,USD,-10000,-10000,crypto_withdrawal`;

describeImports('A deposit that the user entered too', (open) => {
  const openUser = async (from: 'elsewhere' | 'main') => {
    const user = await open().site.open();
    const cold = await user.call('POST', `/api/portfolios/${user.main.id}/wallets`, { name: 'Cold' });
    const { id: wallet } = cold.body as { id: string };
    const entry = {
      type: 'transfer',
      occurredAt: '2024-01-02T10:30:00Z',
      out: { coinId: 'bitcoin', amount: '0.25' },
      wallet: from,
      toWallet: wallet,
    };
    const path = `/api/portfolios/${user.main.id}/transactions`;
    expect((await user.call('POST', path, entry)).status).toBe(201);
    /** Imports the deposit, about which there must be a question. */
    const answer = async (given: string) => {
      const { body } = await user.upload(deposit, { wallet });
      expect(body.questions).toMatchObject([{ kind: 'duplicate' }]);
      const answers = { [body.questions[0]!.key]: given };
      await user.call('POST', `/api/imports/${body.id}/answers`, { answers });
      const applied = await user.call('POST', `/api/imports/${body.id}/apply`);
      return { id: body.id, body: applied.body };
    };
    /** What the wallets have received less what left them. */
    const balances = async () => {
      const sums = { cold: 0, exchange: 0 };
      for (const { wallet: out, toWallet } of await user.ledger()) {
        if (toWallet === wallet) sums.cold += 0.25;
        if (out !== 'elsewhere' && out !== 'main' && out !== wallet) sums.exchange -= 0.25;
      }
      return sums;
    };
    /** Edits the note of a transaction. */
    const note = async (isWanted: (row: Transaction) => boolean) => {
      const row = (await user.ledger()).find(isWanted)!;
      const { status } = await user.call('PUT', `/api/transactions/${row.id}`, { ...row, note: 'mine' });
      expect(status).toBe(200);
    };
    return { user, wallet, answer, balances, note };
  };

  it('does not take the withdrawal of a later file with it if it is left out', async () => {
    const { user, answer, balances } = await openUser('elsewhere');
    await answer('skip');
    expect((await user.importFile(withdrawal)).added).toBe(1);
    expect(await balances()).toEqual({ cold: 0.25, exchange: -0.25 });
  });

  it.each(['skip', 'replace'])(
    'is asked about also if it fits a withdrawal, and counts once: %s',
    async (given) => {
      const { user, answer, balances } = await openUser('elsewhere');
      await user.importFile(withdrawal);
      await answer(given);
      expect(await balances()).toEqual({ cold: 0.25, exchange: -0.25 });
      expect((await user.importFile(withdrawal)).added).toBe(0);
      expect(await balances()).toEqual({ cold: 0.25, exchange: -0.25 });
      expect(await user.ledger()).toHaveLength(given === 'skip' ? 2 : 1);
    },
  );

  it.each(['skip', 'replace'])(
    'is asked about if the user entered both sides as one transfer, which stays: %s',
    async (given) => {
      const { user, answer, balances } = await openUser('main');
      expect((await answer(given)).body).toMatchObject({ added: 0 });
      expect(await balances()).toEqual({ cold: 0.25, exchange: 0 });
      expect((await user.ledger()).map(({ wallet }) => wallet)).toEqual(['main']);
    },
  );

  it('stays replaced while another file has it, also if it was joined with a withdrawal', async () => {
    const { user, wallet, answer, balances } = await openUser('elsewhere');
    const { id } = await answer('replace');
    await user.importFile(withdrawal);
    const again = await user.importFile(deposit, { wallet });
    await user.undo(id);
    expect(await balances()).toEqual({ cold: 0.25, exchange: -0.25 });
    await user.undo(again.id);
    expect(await balances()).toEqual({ cold: 0.25, exchange: -0.25 });
    expect((await user.ledger()).map(({ source }) => source).sort()).toEqual(['import', 'manual']);
  });

  it('stays replaced while the edited transfer that it became is there, whichever files are undone', async () => {
    const { user, wallet, answer, balances, note } = await openUser('elsewhere');
    const { id } = await answer('replace');
    const first = await user.importFile(withdrawal);
    await note(({ toWallet }) => toWallet === wallet);
    const once = { cold: 0.25, exchange: -0.25 };
    expect(await balances()).toEqual(once);
    await user.undo(id);
    expect(await balances()).toEqual(once);
    const second = await user.importFile(withdrawal);
    await user.undo(first.id);
    expect(await balances()).toEqual(once);
    const again = await user.importFile(deposit, { wallet });
    expect(await balances()).toEqual(once);
    await user.undo(second.id);
    expect(await balances()).toEqual({ cold: 0.25, exchange: 0 });
    await user.undo(again.id);
    expect(await balances()).toEqual({ cold: 0.25, exchange: 0 });
    expect((await user.ledger()).map(({ source }) => source)).toEqual(['manual']);
  });

  it('counts once if the user entered both sides as one transfer, and the file that replaced it is undone', async () => {
    const { user, wallet, balances } = await openUser('main');
    const { id } = await user.importFile(withdrawal);
    await user.importFile(deposit, { wallet });
    expect(await balances()).toEqual({ cold: 0.25, exchange: -0.25 });
    await user.undo(id);
    expect(await balances()).toEqual({ cold: 0.25, exchange: 0 });
    await user.importFile(withdrawal);
    expect(await balances()).toEqual({ cold: 0.25, exchange: 0 });
  });

  it('counts once if the user edited the withdrawal that replaced it, and the file of that is undone', async () => {
    const { user, wallet, balances, note } = await openUser('main');
    const { id } = await user.importFile(withdrawal);
    await note(({ toWallet }) => toWallet === 'elsewhere');
    const { id: into } = await user.importFile(deposit, { wallet });
    expect(await balances()).toEqual({ cold: 0.25, exchange: -0.25 });
    await user.undo(id);
    const entered = [['manual', 'main', wallet]];
    const listed = async () =>
      (await user.ledger()).map(({ source, wallet: from, toWallet }) => [source, from, toWallet]);
    expect(await listed()).toEqual(entered);
    const { id: again } = await user.importFile(deposit, { wallet });
    expect(await listed()).toEqual(entered);
    for (const one of [into, again]) {
      await user.undo(one);
      expect(await listed()).toEqual(entered);
    }
  });

  it('stays beside a deposit that is not its arrival, if the file that replaced it is undone', async () => {
    const { user, wallet, balances, note } = await openUser('main');
    const addHash = (file: string, hash: string) =>
      file.replace(header, `${header},Transaction Hash`).concat(`,${hash}`);
    const { id } = await user.importFile(addHash(withdrawal, 'h1'));
    await note(({ toWallet }) => toWallet === 'elsewhere');
    await user.importFile(addHash(deposit, 'h2'), { wallet });
    expect((await balances()).cold).toBe(0.25);
    await user.undo(id);
    expect((await balances()).cold).toBe(0.5);
  });

  it('counts once if the user entered both sides as one transfer, also with the file of the withdrawal', async () => {
    const { user, answer, balances } = await openUser('main');
    await answer('replace');
    await user.importFile(withdrawal);
    expect(await balances()).toEqual({ cold: 0.25, exchange: 0 });
  });
});

describeImports('A withdrawal that the user entered too', (open) => {
  const openUser = async () => {
    const user = await open().site.open();
    const cold = await user.call('POST', `/api/portfolios/${user.main.id}/wallets`, { name: 'Cold' });
    const { id: wallet } = cold.body as { id: string };
    const entered = await user.call('POST', `/api/portfolios/${user.main.id}/transactions`, {
      type: 'transfer',
      occurredAt: '2024-01-02T09:30:00Z',
      out: { coinId: 'bitcoin', amount: '0.25' },
      wallet: 'main',
      toWallet: 'elsewhere',
    });
    return {
      user,
      wallet,
      entryId: (entered.body as { id: string }).id,
      importDeposit: () => user.importFile(deposit, { wallet }),
      /** Imports the withdrawal, leaving it out because it was entered. Returns the id of the import. */
      skipWithdrawal: async () => {
        const { body } = await user.upload(withdrawal);
        expect(body.questions).toMatchObject([{ kind: 'duplicate' }]);
        const answers = { [body.questions[0]!.key]: 'skip' };
        await user.call('POST', `/api/imports/${body.id}/answers`, { answers });
        await user.call('POST', `/api/imports/${body.id}/apply`);
        return body.id;
      },
      listMoves: async () => (await user.ledger()).map(({ wallet: from, toWallet }) => [from, toWallet]),
    };
  };

  it.each([true, false])(
    'leaves the deposit of another file where it is, whichever comes first: %s',
    async (isFirst) => {
      const { wallet, importDeposit, skipWithdrawal, listMoves } = await openUser();
      if (!isFirst) await importDeposit();
      await skipWithdrawal();
      if (isFirst) expect((await importDeposit()).added).toBe(1);
      expect(await listMoves()).toEqual([
        ['elsewhere', wallet],
        ['main', 'elsewhere'],
      ]);
    },
  );

  it('does not take the deposit of a later file with it if it was left out, and the entry is removed', async () => {
    const { user, wallet, entryId, importDeposit, skipWithdrawal, listMoves } = await openUser();
    await skipWithdrawal();
    await user.call('DELETE', `/api/transactions/${entryId}`);
    expect((await importDeposit()).added).toBe(1);
    expect(await listMoves()).toEqual([['elsewhere', wallet]]);
  });

  it('is there again if the file that replaced it is undone, although another file has the other side', async () => {
    const { user, wallet, importDeposit, listMoves } = await openUser();
    const { id } = await user.importFile(withdrawal);
    await importDeposit();
    expect((await listMoves()).map(([, to]) => to)).toEqual([wallet]);
    await user.undo(id);
    expect(await listMoves()).toEqual([
      ['elsewhere', wallet],
      ['main', 'elsewhere'],
    ]);
  });

  it('is there again if all files that have it are undone, also if the transfer that it became was edited', async () => {
    const { user, wallet, importDeposit, listMoves } = await openUser();
    await importDeposit();
    const { id } = await user.importFile(withdrawal);
    const { id: again } = await user.importFile(withdrawal);
    const [row] = await user.ledger();
    await user.call('PUT', `/api/transactions/${row!.id}`, { ...row, note: 'mine' });
    await user.undo(id);
    expect((await listMoves()).map(([, to]) => to)).toEqual([wallet]);
    await user.undo(again);
    expect(await listMoves()).toEqual([
      ['elsewhere', wallet],
      ['main', 'elsewhere'],
    ]);
  });

  it('does not take the deposit with it if it is removed, and the file that it was left out of is undone', async () => {
    const { user, wallet, entryId, importDeposit, skipWithdrawal, listMoves } = await openUser();
    const id = await skipWithdrawal();
    await importDeposit();
    await user.call('DELETE', `/api/transactions/${entryId}`);
    await importDeposit();
    await user.undo(id);
    expect(await listMoves()).toEqual([['elsewhere', wallet]]);
  });
});

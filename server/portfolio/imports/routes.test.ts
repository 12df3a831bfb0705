import { expect, it } from 'vitest';
import type { Import } from '#contract/ledger/imports.ts';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { describeImports } from '../../../tests/support/imports/describe-imports.ts';

const header =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
const purchase = (second: string, amount = '0.5') =>
  `2024-01-01 10:00:${second},Buy BTC,BTC,${amount},,,USD,20000,20000,crypto_purchase`;
const deposit = (second: string, amount = '0.25') =>
  `2024-01-02 10:00:${second},BTC Deposit,BTC,${amount},,,USD,10000,10000,crypto_deposit`;
const fileOf = (...rows: string[]) => [header, ...rows].join('\n');

/** A ledger without the fields in which two ledgers of the same content differ. */
const contentOf = (ledger: readonly Transaction[]) =>
  ledger
    .map(({ type, occurredAt, in: into, out, fee, wallet, toWallet }) =>
      JSON.stringify({ type, occurredAt, into, out, fee, wallet, toWallet }),
    )
    .sort();

describeImports('imports', (open) => {
  it('reads a file, adds nothing before it is applied, and gives the same answer twice', async () => {
    const user = await open().site.open();
    const { status, body } = await user.upload(fileOf(purchase('01'), purchase('01'), deposit('05')));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      format: 'crypto_com',
      state: 'ready',
      rows: 3,
      transactions: { new: 3, known: 0 },
      questions: [],
      from: '2024-01-01T10:00:01.000Z',
      to: '2024-01-02T10:00:05.000Z',
    });
    expect(await user.ledger()).toEqual([]);
    const { items } = await user.page(body.id);
    expect(items.map(({ state, wallet, walletName }) => [state, wallet, walletName])).toEqual([
      ['new', null, 'Crypto.com'],
      ['new', null, 'Crypto.com'],
      ['new', 'elsewhere', 'Elsewhere'],
    ]);
    const first = await user.call('POST', `/api/imports/${body.id}/apply`);
    expect(first).toEqual({ status: 200, body: { added: 3, known: 0 } });
    expect(await user.call('POST', `/api/imports/${body.id}/apply`)).toEqual(first);
    const ledger = await user.ledger();
    expect(ledger).toHaveLength(3);
    expect(ledger.every(({ source, importId }) => source === 'import' && importId === body.id)).toBe(true);
  });

  it('recognizes rows it has seen, and restores the earlier ledger when undone in any order', async () => {
    const user = await open().site.open();
    const one = await user.importFile(fileOf(purchase('01'), purchase('02')));
    const before = contentOf(await user.ledger());
    const two = await user.importFile(fileOf(purchase('02'), purchase('03')));
    expect([two.added, two.known]).toEqual([1, 1]);
    const again = await user.importFile(fileOf(purchase('01'), purchase('02')));
    expect([again.added, again.known]).toEqual([0, 2]);
    expect(await user.ledger()).toHaveLength(3);
    await user.undo(one.id);
    expect(await user.ledger()).toHaveLength(3);
    await user.undo(two.id);
    expect(contentOf(await user.ledger())).toEqual(before);
    await user.undo(again.id);
    expect(await user.ledger()).toEqual([]);
    const wallets = await user.call('GET', `/api/portfolios/${user.main.id}/wallets`);
    expect((wallets.body as { id: string }[]).map(({ id }) => id)).toEqual(['main', 'elsewhere']);
  });

  it('keeps what the user edited or deleted', async () => {
    const user = await open().site.open();
    const file = fileOf(purchase('01'), purchase('02'), purchase('03'));
    const first = await user.importFile(file);
    const [newest, edited] = await user.ledger();
    await user.call('DELETE', `/api/transactions/${newest!.id}`);
    const changed = { ...edited, note: 'mine', in: { coinId: 'bitcoin', amount: '0.7' } };
    open().site.server.market.publish({ ...open().site.server.market.snapshot()! });
    const put = await user.call('PUT', `/api/transactions/${edited!.id}`, changed);
    expect(put.status).toBe(200);
    const named = [{ transactionId: edited!.id, in: { amount: '0.7' } }];
    expect((await user.page(first.id)).edited).toMatchObject({ count: 1, transactions: named });
    const again = await user.importFile(file);
    expect([again.added, again.known]).toEqual([0, 3]);
    const ledger = await user.ledger();
    expect(ledger.map(({ in: leg }) => leg?.amount).sort()).toEqual(['0.5', '0.7']);
    // Nothing is listed, because the rows would stay: the other file has them too.
    expect((await user.page(first.id)).edited).toEqual({ count: 0, transactions: [] });
    await user.undo(first.id);
    expect((await user.page(again.id)).edited).toMatchObject({ count: 1, transactions: named });
    expect(await user.ledger()).toHaveLength(2);
    await user.undo(again.id);
    expect(await user.ledger()).toEqual([]);
    expect((await user.call('POST', `/api/transactions/${newest!.id}/restore`)).status).toBe(404);
  });

  it('joins a transfer from two files; with only one of them it leads to Elsewhere', async () => {
    const user = await open().site.open();
    const wallet = await user.call('POST', `/api/portfolios/${user.main.id}/wallets`, { name: 'Cold' });
    const other = (wallet.body as { id: string }).id;
    const withdrawal = '2024-01-02 09:00:00,Withdraw BTC,BTC,-0.25,,,USD,-10000,-10000,crypto_withdrawal';
    const out = await user.importFile(fileOf(withdrawal));
    const into = await user.importFile(fileOf(deposit('05')), { wallet: other });
    // The page offers to add only files that have something new.
    expect([into.transactions, into.added]).toEqual([{ new: 1, known: 0 }, 1]);
    const again = await user.importFile(fileOf(deposit('05')), { wallet: other });
    expect([again.added, again.known]).toEqual([0, 1]);
    await user.undo(again.id);
    const [joined, ...rest] = await user.ledger();
    expect(rest).toEqual([]);
    expect(joined).toMatchObject({ type: 'transfer', toWallet: other });
    expect(joined!.wallet).not.toBe('elsewhere');
    await user.undo(out.id);
    expect(await user.ledger()).toMatchObject([{ wallet: 'elsewhere', toWallet: other }]);
    await user.importFile(fileOf(withdrawal));
    await user.undo(into.id);
    expect(await user.ledger()).toMatchObject([{ toWallet: 'elsewhere' }]);
  });

  it('asks which coin a ticker is, cannot be applied before the answer, and remembers it', async () => {
    const user = await open().site.open();
    const row = '2024-01-02 09:00:00,Deposit,ZZZQ,5,,,USD,0,0,crypto_deposit';
    const { body } = await user.upload(fileOf(row, purchase('01')));
    expect(body.state).toBe('questions');
    const [question] = body.questions;
    expect(question).toMatchObject({ kind: 'coin', candidates: [], lines: [2] });
    const refused = await user.call('POST', `/api/imports/${body.id}/apply`);
    expect(refused.status).toBe(409);
    const wrong = await user.call('POST', `/api/imports/${body.id}/answers`, {
      answers: { [question!.key]: 'no-such-coin', other: 'x' },
    });
    expect(wrong.status).toBe(400);
    expect((wrong.body as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual([
      `answers.${question!.key}`,
      'answers.other',
    ]);
    const answered = await user.call('POST', `/api/imports/${body.id}/answers`, {
      answers: { [question!.key]: 'solana' },
    });
    expect(answered).toMatchObject({ status: 200, body: { state: 'ready', transactions: { new: 2 } } });
    await user.call('POST', `/api/imports/${body.id}/apply`);
    expect((await user.ledger()).map(({ out }) => out)).toContainEqual({
      coinId: 'solana',
      symbol: 'sol',
      name: 'Solana',
      amount: '5',
    });
    const next = await user.upload(fileOf(row.replace('5', '6')));
    expect(next.body.questions).toEqual([]);
  });

  it('takes a ticker for the coin that it was on the date that was answered', async () => {
    const user = await open().site.open();
    // LUNA was another coin on 5 June 2022 than on 6 May.
    const { body } = await user.upload(
      '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Date"\n"Deposit","5","LUNA","","","","","Kuna","5/6/2022 10:00"\n',
    );
    await user.call('POST', `/api/imports/${body.id}/answers`, { answers: { dates: 'mdy' } });
    const applied = await user.call('POST', `/api/imports/${body.id}/apply`);
    expect(applied).toEqual({ status: 200, body: { added: 1, known: 0 } });
    expect(await user.ledger()).toMatchObject([
      { occurredAt: '2022-05-06T10:00:00.000Z', out: { coinId: 'terra-luna', amount: '5' } },
    ]);
  });

  it('asks about a position and an entry that are also in the file', async () => {
    const user = await open().site.open();
    open().site.server.market.publish({ ...open().site.server.market.snapshot()! });
    await user.call('POST', '/api/portfolio', {
      coinId: 'bitcoin',
      symbol: 'btc',
      name: 'Bitcoin',
      amount: '0.5',
      purchasePrice: null,
    });
    await user.call('POST', `/api/portfolios/${user.main.id}/transactions`, {
      type: 'buy',
      occurredAt: '2024-01-01T15:00:00Z',
      in: { coinId: 'bitcoin', amount: '0.50' },
      out: { currency: 'USD', amount: '20000' },
    });
    const entered = await user.ledger();
    const before = contentOf(entered);
    expect(before).toHaveLength(2);
    const { body } = await user.upload(fileOf(purchase('01')));
    expect(body.questions.map(({ kind }) => kind).sort()).toEqual(['duplicate', 'opening']);
    const answers = Object.fromEntries(body.questions.map(({ key }) => [key, 'replace']));
    await user.call('POST', `/api/imports/${body.id}/answers`, { answers });
    expect(await user.call('POST', `/api/imports/${body.id}/apply`)).toMatchObject({ status: 200 });
    // Restored, they would count twice.
    for (const { id } of entered)
      expect(await user.call('POST', `/api/transactions/${id}/restore`)).toMatchObject({ status: 404 });
    expect(await user.ledger()).toMatchObject([{ source: 'import' }]);
    await user.undo(body.id);
    expect(contentOf(await user.ledger())).toEqual(before);
  });

  it.each([
    ['replaced', 'replace', ['import', 'import']],
    ['kept', 'skip', ['import', 'manual']],
  ])(
    'An entry that was %s stays so when its file is undone, if another file has it too',
    async (_what, answer, sources) => {
      const user = await open().site.open();
      await user.call('POST', `/api/portfolios/${user.main.id}/transactions`, {
        type: 'buy',
        occurredAt: '2024-01-01T15:00:00Z',
        in: { coinId: 'bitcoin', amount: '0.5' },
        out: { currency: 'USD', amount: '20000' },
      });
      const before = contentOf(await user.ledger());
      const { body } = await user.upload(fileOf(purchase('01')));
      const answers = Object.fromEntries(body.questions.map(({ key }) => [key, answer]));
      await user.call('POST', `/api/imports/${body.id}/answers`, { answers });
      await user.call('POST', `/api/imports/${body.id}/apply`);
      const other = await user.importFile(fileOf(purchase('01'), purchase('02', '0.7')));
      const both = contentOf(await user.ledger());
      expect((await user.ledger()).map(({ source }) => source).sort()).toEqual(sources);
      await user.undo(body.id);
      expect(contentOf(await user.ledger())).toEqual(both);
      await user.undo(other.id);
      expect(contentOf(await user.ledger())).toEqual(before);
    },
  );

  it('A position stays replaced only while the other files have the whole history of its coin', async () => {
    const user = await open().site.open();
    const position = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '9', purchasePrice: null };
    await user.call('POST', '/api/portfolio', position);
    const { body } = await user.upload(fileOf(purchase('01'), purchase('02')));
    const answers = Object.fromEntries(body.questions.map(({ key }) => [key, 'replace']));
    await user.call('POST', `/api/imports/${body.id}/answers`, { answers });
    await user.call('POST', `/api/imports/${body.id}/apply`);
    const whole = await user.importFile(fileOf(purchase('01'), purchase('02'), purchase('03')));
    const part = await user.importFile(fileOf(purchase('02')));
    const typesOf = async () => (await user.ledger()).map(({ type }) => type).sort();
    await user.undo(body.id);
    expect(await typesOf()).toEqual(['buy', 'buy', 'buy']);
    await user.undo(whole.id);
    expect(await typesOf()).toEqual(['buy', 'opening']);
    await user.undo(part.id);
    expect(await typesOf()).toEqual(['opening']);
  });

  it('keeps the fee of a transfer within one wallet', async () => {
    const user = await open().site.open();
    const columns = 'type,occurredAt,inCoin,inAmount,outCoin,outAmount,feeCoin,feeAmount,wallet,toWallet';
    const rows = ['bitcoin,0.001', ','].map(
      (fee) => `transfer,2024-01-01T10:00:00Z,,,bitcoin,0.5,${fee},Vault,Vault`,
    );
    await user.importFile([columns, ...rows].join('\n'));
    expect(await user.ledger()).toMatchObject([
      { type: 'fee', out: { coinId: 'bitcoin', amount: '0.001' }, in: null, fee: null, toWallet: null },
    ]);
  });

  it('lists imports newest first, and deletes unapplied ones after a week', async () => {
    const user = await open().site.open();
    const { body } = await user.upload(fileOf(purchase('01')));
    const applied = await user.importFile(fileOf(purchase('02')));
    const list = await user.call('GET', `/api/portfolios/${user.main.id}/imports`);
    expect((list.body as Import[]).map(({ id, state }) => [id, state])).toEqual([
      [applied.id, 'applied'],
      [body.id, 'ready'],
    ]);
  });

  it('refuses unknown files, oversized ones and those of other users, and names the field', async () => {
    const user = await open().site.open();
    const other = await open().site.open();
    const unknown = await user.upload('one,two\n1,2\n');
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', issues: [{ path: 'file' }], columns: ['one', 'two'] },
    });
    expect(await user.upload(fileOf(purchase('01')), { wallet: 'none' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'wallet' }] },
    });
    expect(await user.upload(fileOf(purchase('01')), { timeZone: 'Mars' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'timeZone' }] },
    });
    expect(await user.upload(fileOf(purchase('01')), { surprise: 'x' })).toMatchObject({ status: 400 });
    const large = await user.upload(new Uint8Array(20 * 1024 * 1024 + 1).fill(44));
    expect(large).toMatchObject({ status: 413, body: { code: 'too_large' } });
    const { body } = await user.upload(fileOf(purchase('01')));
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/apply'],
      ['DELETE', ''],
    ] as const)
      expect((await other.call(method, `/api/imports/${body.id}${path}`)).status).toBe(404);
  });
});

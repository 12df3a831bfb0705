import { expect, it } from 'vitest';
import type { Leg, Transaction } from '#contract/ledger/transaction.ts';
import type { Wallet } from '#contract/ledger/wallets.ts';
import { describeImports } from '../../../tests/support/imports/describe-imports.ts';
import { goldenImportNames, readGoldenImport } from '../../../tests/support/imports/golden-imports.ts';
import type { ImportUser } from '../../../tests/support/imports/import-app.ts';
import { createTransactionStore } from '../ledger/transactions/store.ts';
import { createListGaps } from './gap-service.ts';
import { createImportStore } from './store.ts';

const canonical = (amount: string) => {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction.replace(/0+$/, '')}`;
};
const legText = (leg: { coinId?: string; currency?: string; amount: string } | Leg | null) =>
  leg && [('coinId' in leg && leg.coinId) || ('currency' in leg && leg.currency), canonical(leg.amount)];

async function describeLedger(user: ImportUser): Promise<(Transaction & { walletName: string })[]> {
  const { body } = await user.call('GET', `/api/portfolios/${user.main.id}/wallets`);
  const names = new Map((body as Wallet[]).map(({ id, name }) => [id, name]));
  return (await user.ledger()).map((one) => ({ ...one, walletName: names.get(one.wallet)! }));
}

describeImports('whole files', (open) => {
  it.skipIf(goldenImportNames.length === 0)('of exchanges become exactly their transactions', async () => {
    for (const golden of goldenImportNames.map(readGoldenImport)) {
      const user = await open().site.open();
      const read = await user.importFile(golden.bytes);
      expect(read.format).toBe(golden.format);
      const ledger = await describeLedger(user);
      const questionLines = new Set(golden.open.map(({ line }) => line));
      const { items } = await user.page(read.id);
      const ofOpen = items.filter(
        ({ lines, state }) => state !== 'skipped' && lines.some((line) => questionLines.has(line)),
      );
      expect(ledger).toHaveLength(golden.transactions.length + ofOpen.length);
      for (const expected of golden.transactions) {
        const found = ledger.find(
          (one) =>
            one.type === expected.type &&
            one.occurredAt === expected.occurredAt &&
            one.externalId === expected.externalId &&
            JSON.stringify([legText(one.in), legText(one.out), legText(one.fee)]) ===
              JSON.stringify([legText(expected.in), legText(expected.out), legText(expected.fee)]),
        );
        expect([expected, found && 'there']).toEqual([expected, 'there']);
        if (expected.value && !expected.valueOneOf) expect(found!.value).toEqual(expected.value);
        if (expected.valueOneOf) expect(expected.valueOneOf).toContain(found!.value?.amount);
        if (expected.wallet !== '$wallet') expect(found!.walletName).toBe(expected.wallet);
        ledger.splice(ledger.indexOf(found!), 1);
      }
      await user.undo(read.id);
      expect(await user.ledger()).toEqual([]);
    }
  });

  it('with many rows keep every column of each', async () => {
    const header =
      'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
    const timeOf = (row: number) =>
      new Date(Date.UTC(2022, 0, 1) + row * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const rows = Array.from(
      { length: 1300 },
      (_, row) =>
        `${timeOf(row)},Buy,${row % 2 ? 'BTC' : 'ETH'},${row + 1},,,USD,${row + 10},0,crypto_purchase`,
    );
    const user = await open().site.open();
    const { added } = await user.importFile([header, ...rows].join('\n'));
    expect(added).toBe(1300);
    const ledger = (await user.ledger()).toReversed();
    expect(ledger.map(({ in: into, out, occurredAt }) => [legText(into), legText(out), occurredAt])).toEqual(
      rows.map((_, row) => [
        [row % 2 ? 'bitcoin' : 'ethereum', `${row + 1}.`],
        ['USD', `${row + 10}.`],
        new Date(Date.UTC(2022, 0, 1) + row * 60_000).toISOString(),
      ]),
    );
  });

  it('of our own export recreate the ledger in another account, and add nothing to the original', async () => {
    const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
    const user = await open().site.open();
    await user.importFile(`${header}\nL1,R1,2023-01-01 10:00:00,deposit,,currency,XXBT,1,0,1.5`);
    const path = `/api/portfolios/${user.main.id}/transactions`;
    await user.call('POST', path, {
      type: 'income',
      kind: 'mining',
      occurredAt: '2023-02-01T10:00:00.123Z',
      in: { coinId: 'bitcoin', amount: '0.10' },
      value: { currency: 'EUR', amount: '2000' },
      note: '=1+1',
    });
    const csv = await open().site.server.app.inject({
      method: 'GET',
      url: `${path}.csv`,
      headers: { authorization: user.userId },
    });
    const same = await user.importFile(csv.body);
    expect(same).toMatchObject({ format: 'altimeter', added: 0, known: 2 });
    const other = await open().site.open();
    expect(await other.importFile(csv.body)).toMatchObject({ added: 2 });
    const contentOf = async (one: ImportUser) =>
      (await describeLedger(one)).map(({ type, kind, occurredAt, in: into, out, value, note, walletName }) =>
        JSON.stringify([type, kind, occurredAt, legText(into), legText(out), value, note, walletName]),
      );
    expect(await contentOf(other)).toEqual(await contentOf(user));
  });

  it('of our own export add nothing when one of two imports of it is undone', async () => {
    const user = await open().site.open();
    const path = `/api/portfolios/${user.main.id}/transactions`;
    await user.call('POST', path, {
      type: 'income',
      occurredAt: '2023-02-01T10:00:00.123Z',
      in: { coinId: 'bitcoin', amount: '0.10' },
    });
    const { body } = await open().site.server.app.inject({
      method: 'GET',
      url: `${path}.csv`,
      headers: { authorization: user.userId },
    });
    const [first, second] = [await user.importFile(body), await user.importFile(body)];
    expect([first.added, second.added]).toEqual([0, 0]);
    await user.undo(first.id);
    expect(await user.ledger()).toHaveLength(1);
    await user.undo(second.id);
    expect(await user.ledger()).toHaveLength(1);
  });

  it('of two users at the same time are kept apart', async () => {
    const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
    const row = (id: number, amount: string) =>
      `L${id},R${id},2023-01-01 10:0${id}:00,deposit,,currency,XXBT,${amount},0,${amount}`;
    const users = await Promise.all([open().site.open(), open().site.open()]);
    const results = await Promise.all(
      users.map((user, index) => user.importFile([header, row(index, `${index + 1}`)].join('\n'))),
    );
    expect(results.map(({ added }) => added)).toEqual([1, 1]);
    const ledgers = await Promise.all(users.map((user) => user.ledger()));
    expect(ledgers.map((ledger) => ledger.map(({ out }) => out?.amount))).toEqual([['1'], ['2']]);
  });

  it('state balances that the ledger lacks', async () => {
    const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
    const user = await open().site.open();
    await user.importFile(`${header}\nL1,R1,2021-03-04 10:00:00,deposit,,currency,XXBT,1,0,1.5`);
    const listGaps = createListGaps({
      db: open().db,
      store: createImportStore(),
      transactions: createTransactionStore(open().db),
    });
    const [problem] = (await listGaps(user.main.id, 1)).get('bitcoin')?.problems ?? [];
    expect(problem).toMatchObject({ kind: 'missing_before', transactionId: null });
    expect(problem!.message).toMatch(/at least 0\.5 [A-Z]+ acquired before 2021-03-04 are missing/);
  });

  it('are applied once, however many concurrent requests ask for it', async () => {
    const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
    const file = `${header}\nL1,R1,2023-01-01 10:00:00,deposit,,currency,XXBT,1,0,1.5`;
    const user = await open().site.open();
    const { body } = await user.upload(file);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => user.call('POST', `/api/imports/${body.id}/apply`)),
    );
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ status: 200, body: { added: 1, known: 0 } })));
    expect(await user.ledger()).toHaveLength(1);
  });
});

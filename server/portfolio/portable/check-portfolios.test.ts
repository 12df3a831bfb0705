import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plainDraft as draft } from '../../../tests/support/imports/plain-draft.ts';
import { check } from './check-portfolios.ts';

const coin = { ...draft.in };

async function portfolioOf(parts: readonly unknown[], rows = 1) {
  const packed = parts.map(async (part) =>
    (await promisify(deflateRaw)(JSON.stringify(part))).toString('base64'),
  );
  const file = {
    ...{
      format: 'kraken',
      layout: 'ledgers',
      fileName: 'a.csv',
      digest: 'x',
      wallet: null,
      rows,
      ignored: 0,
    },
    ...{ from: null, to: null, openDate: null, problems: [], coins: [], answers: {}, leftOut: [] },
    ...{ checkpoints: [], added: 0, known: 0, createdAt: 1, appliedAt: 1, ordinal: 1 },
    parts: await Promise.all(packed),
  };
  const settings = { method: 'fifo', scope: 'portfolio', currency: 'USD' };
  const head = { name: 'Main', createdAt: 1, ordinal: 0, settings };
  return [{ ...head, wallets: [], imports: [file], importWallets: [], joins: [], transactions: [] }];
}

describe('The portfolios of an import', () => {
  it('may include what a reader keeps of a file', async () => {
    const portfolios = await portfolioOf([[draft], [{ ...draft, in: null, fee: coin }]]);
    expect(await check(portfolios)).toEqual(portfolios);
  });

  it.each([
    ['no list', {}],
    ['no draft', [{}]],
    ['an amount of a million digits', [{ ...draft, in: { ...coin, amount: '9'.repeat(1_000_000) } }]],
    ['an amount with an exponent', [{ ...draft, in: { ...coin, amount: '1e999999999' } }]],
    ['a date before there were years', [{ ...draft, occurredAt: -8.64e15 }]],
    ['a date in the year 275760', [{ ...draft, occurredAt: 8.64e15 }]],
    ['more drafts than a part has', Array(1001).fill(draft)],
  ])('are refused if a part of a file is not what a reader makes: %s', async (_name, part) => {
    await expect(check(await portfolioOf([part], 10_000))).rejects.toMatchObject({
      issues: [{ path: 'data.portfolios.0.imports.0.parts' }],
    });
  });

  it.each([
    ['occurredAt', -1],
    ['occurredAt', 8.64e15],
    ['acquiredAt', 8.64e15],
  ])('are refused with a transaction whose %s is %d', async (field, at) => {
    const day = Date.UTC(2024, 0, 1);
    const transaction = {
      ...{ type: 'gift_in', kind: null, occurredAt: day, acquiredAt: day, isDateAssumed: false },
      ...{ in: { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '1' }, out: null, fee: null },
      ...{ value: null, unitPrice: null, wallet: 'main', toWallet: null, lots: null, note: null },
      ...{ source: 'manual', import: null, externalId: null, rowKey: null, deletedAt: null },
      ...{ createdAt: day, updatedAt: day, ordinal: 0 },
    };
    const [portfolio] = await portfolioOf([]);
    await expect(check([{ ...portfolio, transactions: [transaction] }])).resolves.toHaveLength(1);
    await expect(
      check([{ ...portfolio, transactions: [{ ...transaction, [field]: at }] }]),
    ).rejects.toMatchObject({ issues: [{ path: `data.portfolios.0.transactions.0.${field}` }] });
  });

  it('are refused if a file has far more than its number of rows allows', async () => {
    await expect(check(await portfolioOf([Array(1000).fill(draft)], 1))).rejects.toMatchObject({
      issues: [{ path: 'data.portfolios.0.imports.0.rows' }],
    });
  });
});

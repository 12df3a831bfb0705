import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plainDraft as draft } from '../../../tests/support/imports/plain-draft.ts';
import { check } from './check-portfolios.ts';

const coin = { ...draft.in };

async function portfolioOf(parts: readonly unknown[], rows = 1, changed: object = {}) {
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
    ...changed,
  };
  const settings = { method: 'fifo', scope: 'portfolio', currency: 'USD' };
  const head = { name: 'Main', createdAt: 1, ordinal: 0, settings };
  return [{ ...head, wallets: [], imports: [file], importWallets: [], joins: [], transactions: [] }];
}

describe('The portfolios of an import', () => {
  it('may include what a reader keeps of a file', async () => {
    const portfolios = await portfolioOf([[draft], [{ ...draft, out: null, fee: coin }]]);
    expect(await check(portfolios)).toEqual(portfolios);
  });

  it('may include what earlier versions took from a file, whatever its sides', async () => {
    const many = { ...coin, amount: `0.${'1'.repeat(36)}` };
    const drafts = [{ in: null }, { out: coin }, { in: { ...coin, amount: '0.0' } }, { fee: many }];
    const portfolios = await portfolioOf([drafts.map((changed) => ({ ...draft, ...changed }))], 4);
    expect(await check(portfolios)).toEqual(portfolios);
  });

  it.each([
    ['an object instead of a list', {}],
    ['an empty object instead of a draft', [{}]],
    ['an amount of a million digits', [{ ...draft, in: { ...coin, amount: '9'.repeat(1_000_000) } }]],
    ['an amount with an exponent', [{ ...draft, in: { ...coin, amount: '1e999999999' } }]],
    ['an amount below zero', [{ ...draft, in: { ...coin, amount: '-1' } }]],
    ['the earliest date there can be', [{ ...draft, occurredAt: -8.64e15 }]],
    ['a date in the year 275760', [{ ...draft, occurredAt: 8.64e15 }]],
    ['more drafts than a part has', Array(1001).fill(draft)],
    [
      'far more bytes than a part has',
      Array(1000).fill({
        ...draft,
        note: 'n'.repeat(990),
        lots: Array(200).fill({ transactionId: 'x'.repeat(20), amount: '1' }),
      }),
    ],
  ])('are refused if a part of a file is not what a reader makes: %s', async (_name, part) => {
    await expect(check(await portfolioOf([part], 10_000))).rejects.toMatchObject({
      issues: [{ path: 'data.portfolios.0.imports.0.parts' }],
    });
  });

  const day = Date.UTC(2024, 0, 1);
  const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '1' };
  const gift = {
    ...{ type: 'gift_in', kind: null, occurredAt: day, acquiredAt: day, isDateAssumed: false },
    ...{ in: bitcoin, out: null, fee: null },
    ...{ value: null, unitPrice: null, wallet: 'main', toWallet: null, lots: null, note: null },
    ...{ source: 'manual', import: null, externalId: null, rowKey: null, deletedAt: null },
    ...{ createdAt: day, updatedAt: day, ordinal: 0 },
  };
  it.each<[string, string, object]>([
    ['a date before 1970', 'occurredAt', { occurredAt: -1 }],
    ['a date after 9999', 'occurredAt', { occurredAt: 8.64e15 }],
    ['a date of purchase after 9999', 'acquiredAt', { acquiredAt: 8.64e15 }],
    ['an amount below zero', 'fee', { fee: { ...bitcoin, amount: '-1' } }],
    ['more decimals than money has', 'fee', { fee: { ...bitcoin, amount: `0.${'1'.repeat(37)}` } }],
    [
      'more decimals than lots have',
      'lots.0.amount',
      { lots: [{ transaction: null, amount: `0.${'1'.repeat(37)}` }] },
    ],
  ])('are refused with a transaction that has %s', async (_name, path, changed) => {
    const [portfolio] = await portfolioOf([]);
    await expect(check([{ ...portfolio, transactions: [gift] }])).resolves.toHaveLength(1);
    const answer = check([{ ...portfolio, transactions: [{ ...gift, ...changed }] }]);
    await expect(answer).rejects.toMatchObject({
      issues: [{ path: expect.stringContaining(`data.portfolios.0.transactions.0.${path}`) as string }],
    });
  });

  const problem = { line: 1, message: 'm'.repeat(301), text: 't'.repeat(301) };
  const candidate = { answer: 'a', coinId: null, name: 'A', symbol: null, likelihood: null, reason: '' };
  const choice = { key: 'coin:A', ticker: 'A', name: null, coin: null, candidates: [], reason: '' };
  const checkpoint = { coinId: 'bitcoin', symbol: 'btc', wallet: 'main', at: 1, balance: '1' };
  const answers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, number) => [`k${number}`, 'keep']));

  it('may be as large as a live account can make them', async () => {
    const parts = Array(9).fill(Array(1000).fill(draft));
    const portfolios = await portfolioOf(parts, 9000, {
      leftOut: Array.from({ length: 9000 }, (_, number) => `key${number}`),
      problems: Array(1001).fill(problem),
      coins: Array(2000).fill({ ...choice, candidates: Array(12).fill(candidate) }),
      answers: answers(20_000),
      checkpoints: Array(500).fill(checkpoint),
      openDate: '1'.repeat(41),
    });
    expect(await check(portfolios)).toEqual(portfolios);
  });

  it.each([
    ['problems', 'problems', { problems: Array(1002).fill(problem) }],
    ['a message', 'problems.0.message', { problems: [{ ...problem, message: 'm'.repeat(302) }] }],
    ["a row's text", 'problems.0.text', { problems: [{ ...problem, text: 't'.repeat(302) }] }],
    ['coins', 'coins', { coins: Array(2001).fill(choice) }],
    ['candidates', 'coins.0.candidates', { coins: [{ ...choice, candidates: Array(13).fill(candidate) }] }],
    ['answers', 'answers', { answers: answers(20_001) }],
    ['answers about nothing in the file', 'answers', { answers: answers(2001) }],
    ['rows left out', 'leftOut', { leftOut: ['key'] }],
    ['checkpoints', 'checkpoints', { checkpoints: Array(501).fill(checkpoint) }],
    ['an open date', 'openDate', { openDate: '1'.repeat(42) }],
  ])('are refused with more than live accounts have: %s', async (_name, path, changed) => {
    await expect(check(await portfolioOf([], 1, changed))).rejects.toMatchObject({
      issues: [{ path: `data.portfolios.0.imports.0.${path}` }],
    });
  });

  it('are refused with more than 1,000 files', async () => {
    const [portfolio] = await portfolioOf([]);
    const filled = (count: number) => [{ ...portfolio, imports: Array(count).fill(portfolio!.imports[0]) }];
    expect(await check(filled(1000))).toHaveLength(1);
    await expect(check(filled(1001))).rejects.toMatchObject({
      issues: [{ path: 'data.portfolios.0.imports' }],
    });
  });

  it.each([
    ['ticker', { in: { ...coin, ticker: 'T'.repeat(121) } }],
    ['name', { in: { ...coin, name: 'N'.repeat(101) } }],
    ['wallet', { wallet: 'w'.repeat(61) }],
    ['hash', { hash: 'h'.repeat(201) }],
    ['note', { note: 'n'.repeat(1001) }],
  ])('are refused if a row has a longer %s than readers keep', async (_name, changed) => {
    await expect(check(await portfolioOf([[{ ...draft, ...changed }]]))).rejects.toMatchObject({
      issues: [{ path: 'data.portfolios.0.imports.0.parts' }],
    });
  });

  it.each([
    ['drafts', Array(1000).fill(draft), 249],
    ['lines of its rows', [{ ...draft, lines: Array(1000).fill(0) }], 249],
    ['rows', [draft], 100_001],
  ])('are refused if a file has far more %s than its number of rows allows', async (_what, part, rows) => {
    await expect(check(await portfolioOf([part], rows))).rejects.toMatchObject({
      issues: [{ path: 'data.portfolios.0.imports.0.rows' }],
    });
    const allowed = Math.min(rows + 1, 100_000);
    await expect(check(await portfolioOf([part], allowed))).resolves.toHaveLength(1);
  });
});

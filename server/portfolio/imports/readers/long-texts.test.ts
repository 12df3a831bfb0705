import { describe, expect, it } from 'vitest';
import { read } from '../../../../tests/support/imports/read-text.ts';

const long = 'A'.repeat(100_000);
const id = '01900000-0000-7000-8000-000000000001';

type Cells = Readonly<Record<string, string>>;

const fileOf = (cells: Cells) =>
  [Object.keys(cells), Object.values(cells)]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n');

const own = (cells: Cells) =>
  fileOf({
    ...{ type: 'buy', occurredAt: '2021-02-10T10:06:39Z', inCoin: 'bitcoin', inAmount: '1' },
    ...{ outCoin: '', outCurrency: 'EUR', outAmount: '100', value: '', valueCurrency: '', wallet: 'Main' },
    ...{ lots: '' },
    ...cells,
  });
const delta = (cells: Cells) =>
  fileOf({
    ...{
      Date: '2021-02-10T10:06:39Z',
      Way: 'BUY',
      'Base amount': '1',
      'Base currency (name)': 'BTC (Bitcoin)',
    },
    ...{ 'Base type': 'CRYPTO', 'Quote amount': '100', 'Quote currency': 'EUR', Exchange: '' },
    ...{ 'Sent/Received from': '', 'Sent to': '', 'Fee amount': '', 'Fee currency (name)': '', Notes: '' },
    ...cells,
  });
const kraken = (cells: Cells) =>
  fileOf({
    ...{ txid: 'L1', refid: 'R1', time: '2021-02-10 10:06:39', type: 'deposit', subtype: '' },
    ...{ aclass: 'currency', asset: 'XXBT', amount: '1', fee: '0', balance: '1' },
    ...cells,
  });
const lots = (count: number, transactionId = id) =>
  JSON.stringify(Array.from({ length: count }, () => ({ transactionId, amount: '1' })));

describe('A text that is too long', () => {
  it.each([
    ['a ticker', kraken({ asset: long }), 'The ticker “AAAAAAAA'],
    ['a coin’s name', delta({ 'Base currency (name)': `SOL (${long})` }), 'The ticker “SOL (AAAA'],
    ['a coin id', own({ inCoin: long.toLowerCase() }), ' is not the id of a coin'],
    ['a currency', own({ outCurrency: long }), ' is not a currency'],
    [
      'the currency of a value',
      own({ outCurrency: '', outCoin: 'ether', type: 'swap', value: '1', valueCurrency: long }),
      ' is not a currency',
    ],
    ['a word', kraken({ type: long }), ''],
    ['a type', own({ type: long }), ''],
    ['a date', kraken({ time: long }), ' is not a date'],
    ['an amount', kraken({ amount: long }), ' is not a number'],
    ['the lots', own({ lots: lots(1001) }), 'The lots can’t be read'],
    ['a lot’s transaction', own({ lots: lots(1, long) }), 'The lots can’t be read'],
  ])('becomes a short problem of its row: %s', async (_what, content, message) => {
    const { drafts, problems, rows } = await read(content);
    expect([rows, drafts, problems.length]).toEqual([1, [], 1]);
    expect(problems[0]!.message.length).toBeLessThanOrEqual(301);
    expect(problems[0]!.text!.length).toBeLessThanOrEqual(301);
    if (message !== '') expect(problems[0]!.message).toContain(message);
  });

  it('is cut in the question whether day or month comes first', async () => {
    const row = ['Deposit', '1', 'BTC', '', '', '', '', 'X', '', '', `1/2/2021 ${long}`];
    const head = 'Type,Buy,Cur.,Sell,Cur.,Fee,Cur.,Exchange,Group,Comment,Date';
    const { openDate } = await read([head, row.join(',')].join('\n'));
    expect(openDate).toBe(`1/2/2021 ${'A'.repeat(31)}…`);
  });

  it('is cut among the columns of an unknown file', async () => {
    const refused = await read(JSON.stringify({ [long]: 1 })).catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason: 'unknown_format', columns: ['A'.repeat(100)] });
  });
});

it('the longest texts that are allowed are read', async () => {
  const cells = { asset: 'A'.repeat(60) };
  expect((await read(kraken(cells))).drafts).toMatchObject([{ out: { ticker: cells.asset } }]);
  const name = 'B'.repeat(100);
  expect((await read(delta({ 'Base currency (name)': `SOL (${name})` }))).drafts).toMatchObject([
    { in: { name } },
  ]);
  const coinId = 'c'.repeat(120);
  const full = { inCoin: coinId, lots: lots(1000), outCurrency: 'sats' };
  const [draft] = (await read(own(full))).drafts;
  expect(draft).toMatchObject({ in: { coinId }, out: { currency: 'SATS' } });
  expect(draft!.lots).toHaveLength(1000);
});

it('A wallet’s name has no characters that change the direction of text', async () => {
  const { drafts } = await read(own({ wallet: '\u202Eneka\u2028rK\u2069' }));
  expect(drafts.map(({ wallet }) => wallet)).toEqual(['neka rK']);
});

it('A wallet’s name that is cut has no half character at its end', async () => {
  const { drafts } = await read(own({ wallet: `${'x'.repeat(58)} 😀` }));
  expect(drafts.map(({ wallet }) => wallet)).toEqual(['x'.repeat(58)]);
});

it('A note loses the characters that would show its text in another order', async () => {
  const { drafts } = await read(new TextEncoder().encode(own({ note: 'paid \u202E05 \u2066BTC\u2069' })));
  expect(drafts.map(({ note }) => note)).toEqual(['paid 05 BTC']);
});

import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';

/** Figures are compared to the penny. HMRC rounds to the pound. */
const pence = (text: string | null) => (text === null ? null : Number(text).toFixed(2));

/**
 * HMRC's examples give no year: 20XX is 2023 here, and opening holdings are bought in 2022. Each is on the page of its
 * number, such as https://www.gov.uk/hmrc-internal-manuals/cryptoassets-manual/crypto22253.
 */
const had = (amount: string, coin: string, cost: string) =>
  entryOf('had', 'buy', '2022-05-01T12:00Z', { in: `${amount} ${coin}`, out: `${cost} GBP` });
const buy = (id: string, at: string, into: string, out: string) =>
  entryOf(id, 'buy', `2023-${at}T12:00Z`, { in: into, out });
const sell = (id: string, at: string, out: string, into: string) =>
  entryOf(id, 'sell', `2023-${at}T12:00Z`, { in: into, out });

type Request = Partial<Parameters<typeof reportOf>[1]>;
const britishReport = (entries: readonly LedgerEntry[], year: number, request: Request = {}) =>
  reportOf(entries, { country: 'GB', year, ...request });
const gainsOf = (entries: readonly LedgerEntry[], year = 2023) =>
  britishReport(entries, year).lines.map(({ coinId, day, gain }) => [day, coinId, pence(gain)]);

describe("HMRC's worked examples (Cryptoassets Manual)", () => {
  it('CRYPTO22251, a basic section 104 pool: £258,000', () => {
    const entries = [
      had('100', 'a', '1000'),
      buy('2', '09-18', '50 a', '125000 GBP'),
      sell('3', '12-01', '50 a', '300000 GBP'),
    ];
    const { lines, totals, pools } = britishReport(entries, 2023);
    expect(lines).toMatchObject([
      {
        day: '2023-12-01',
        proceeds: '300000',
        cost: '42000',
        gain: '258000',
        rules: ['section_104'],
        poolAfter: { amount: '100', cost: '84000' },
      },
    ]);
    expect(totals).toEqual({
      proceeds: '300000',
      cost: '42000',
      gains: '258000',
      losses: '0',
      net: '258000',
    });
    expect(pools).toMatchObject([{ amount: '100', cost: '84000', transactionId: null }]);
  });

  it('CRYPTO22252, the same day: £462 as one disposal, and a pool of 5,100 tokens for £562', () => {
    const entries = [
      had('5000', 'b', '500'),
      sell('2', '06-23', '1000 b', '800 GBP'),
      buy('3', '06-23', '1600 b', '1000 GBP'),
      sell('4', '06-23', '500 b', '600 GBP'),
    ];
    const { lines } = britishReport(entries, 2023);
    expect(lines).toMatchObject([
      {
        amount: '1500',
        proceeds: '1400',
        cost: '937.5',
        gain: '462.5',
        rules: ['same_day'],
        poolAfter: { amount: '5100', cost: '562.5' },
        transactionIds: ['2', '4'],
      },
    ]);
  });

  it('CRYPTO22253, the thirty days after: £165 and £20, and a pool of 2,200 tokens for £1,060', () => {
    const entries = [
      had('2000', 'c', '1000'),
      sell('2', '03-31', '1000 c', '400 GBP'),
      sell('3', '04-20', '500 c', '150 GBP'),
      buy('4', '04-21', '700 c', '175 GBP'),
      buy('5', '04-28', '500 c', '100 GBP'),
      buy('6', '05-01', '500 c', '150 GBP'),
    ];
    // The two disposals are in two tax years; purchases in the second year are matched with the first.
    expect(gainsOf(entries, 2022)).toEqual([['2023-03-31', 'c', '165.00']]);
    expect(gainsOf(entries, 2023)).toEqual([['2023-04-20', 'c', '20.00']]);
    expect(britishReport(entries, 2023).pools).toMatchObject([{ amount: '2200', cost: '1060' }]);
  });

  it('CRYPTO22254, the same day and the pool: £79', () => {
    const entries = [
      had('8000', 'd', '1000'),
      sell('2', '01-31', '5000 d', '500 GBP'),
      buy('3', '01-31', '4000 d', '320 GBP'),
      buy('4', '01-31', '1000 d', '75 GBP'),
      buy('5', '01-31', '1000 d', '70 GBP'),
      sell('6', '01-31', '2000 d', '142 GBP'),
      buy('7', '01-31', '500 d', '35 GBP'),
    ];
    const { lines, pools } = britishReport(entries, 2022);
    expect(lines).toMatchObject([
      {
        amount: '7000',
        proceeds: '642',
        cost: '562.5',
        gain: '79.5',
        poolAfter: { amount: '7500', cost: '937.5' },
      },
    ]);
    expect(pools).toMatchObject([{ amount: '7500', cost: '937.5' }]);
  });

  it('CRYPTO22255, thirty days and the pool: £92,500', () => {
    const entries = [
      had('14000', 'e', '200000'),
      sell('2', '08-30', '4000 e', '160000 GBP'),
      buy('3', '09-11', '500 e', '17500 GBP'),
    ];
    const { lines, pools } = britishReport(entries, 2023);
    expect(lines).toMatchObject([
      {
        cost: '67500',
        gain: '92500',
        rules: ['thirty_days', 'section_104'],
        poolAfter: { amount: '10500', cost: '150000' },
      },
    ]);
    expect(pools).toMatchObject([{ amount: '10500', cost: '150000' }]);
  });

  it('CRYPTO22256, all three rules: £15,000, £10,000 and a loss of £163,636', () => {
    const entries = [
      had('100000', 'f', '300000'),
      buy('2', '07-31', '10000 f', '45000 GBP'),
      sell('3', '07-31', '30000 f', '150000 GBP'),
      sell('4', '08-05', '20000 f', '100000 GBP'),
      buy('5', '08-06', '50000 f', '225000 GBP'),
      sell('6', '08-07', '100000 f', '150000 GBP'),
    ];
    expect(gainsOf(entries)).toEqual([
      ['2023-07-31', 'f', '15000.00'],
      ['2023-08-05', 'f', '10000.00'],
      ['2023-08-07', 'f', '-163636.36'],
    ]);
    const { pools } = britishReport(entries, 2023);
    expect(pools.map(({ amount, cost }) => [amount, pence(cost)])).toEqual([['10000', '31363.64']]);
  });

  it('CRYPTO22257, tokens for tokens: gains of £280, £267 and £18, losses of £120 and £1,417', () => {
    // Each leg has its own value: the sale is valued at what is received, the purchase at what is given.
    const entries = [
      had('100000', 'g', '300000'),
      sell('2', '08-31', '1000 g', '3200 GBP'),
      buy('3', '08-31', '10000 h', '3200 GBP'),
      sell('4', '08-31', '5000 h', '1920 GBP'),
      buy('5', '08-31', '600 g', '1700 GBP'),
      sell('6', '08-31', '550 g', '1650 GBP'),
      buy('7', '08-31', '5000 h', '1760 GBP'),
      sell('8', '09-04', '2000 h', '558 GBP'),
      buy('9', '09-04', '180 g', '560 GBP'),
      buy('a', '09-16', '4000 h', '1080 GBP'),
      sell('b', '09-16', '400 g', '1080 GBP'),
      sell('c', '10-27', '12000 h', '2430 GBP'),
      buy('d', '10-27', '900 g', '2400 GBP'),
    ];
    expect(gainsOf(entries)).toEqual([
      ['2023-08-31', 'g', '280.00'],
      ['2023-08-31', 'h', '266.67'],
      ['2023-09-04', 'h', '18.00'],
      ['2023-09-16', 'g', '-120.00'],
      ['2023-10-27', 'h', '-1416.67'],
    ]);
    const { totals, pools } = britishReport(entries, 2023);
    expect(totals.net).toBe('-972');
    expect(pools).toMatchObject([{ coinId: 'g', amount: '99730', cost: '298890' }]);
  });

  it('CRYPTO22280, a fee in tokens: £5,005 less £2,002 and £5 is £2,998', () => {
    const entries = [
      had('10000', 't', '20000'),
      entryOf('2', 'sell', '2023-06-01T12:00Z', { in: '5000 GBP', out: '1000 t', fee: '1 t' }),
    ];
    const { lines, details, pools } = britishReport(entries, 2023);
    expect(pools).toMatchObject([{ amount: '8999', cost: '17998' }]);
    expect(lines).toMatchObject([
      { kind: 'sell', amount: '1001', proceeds: '5000', fees: '5', cost: '2002', gain: '2998' },
    ]);
    expect(details).toMatchObject({
      boxes: [
        { box: '14', value: '1' },
        { box: '15', value: '5005' },
        { box: '16', value: '2007' },
        { box: '17', value: '2998' },
        { box: '19', value: '0' },
      ],
    });
  });
});

const sale2024 = (id: string, at: string, money: string) =>
  entryOf(id, 'sell', at, { in: `${money} GBP`, out: '1 bitcoin' });
const stock = entryOf('s', 'buy', '2020-01-01', { in: '10 bitcoin', out: '10000 GBP' });

describe('a report for the United Kingdom', () => {
  it('runs from 6 April to 5 April in London', () => {
    const entries = [
      stock,
      sale2024('before', '2024-04-05T22:59:59Z', '2000'),
      sale2024('first', '2024-04-05T23:00:00Z', '3000'),
      sale2024('last', '2025-04-05T22:59:59Z', '4000'),
      sale2024('after', '2025-04-05T23:00:00Z', '5000'),
    ];
    const { lines, from, to, yearName } = britishReport(entries, 2024);
    expect([yearName, from, to]).toEqual(['2024/25', '2024-04-05T23:00:00.000Z', '2025-04-05T23:00:00.000Z']);
    expect(lines.map(({ transactionIds }) => transactionIds)).toEqual([['first'], ['last']]);
  });

  it('has boxes 13.1 onwards from 2024/25, and splits gains at 30 October 2024', () => {
    const entries = [
      stock,
      sale2024('1', '2024-10-29T12:00Z', '1500.50'),
      sale2024('2', '2024-10-30T12:00Z', '500'),
    ];
    const { details } = britishReport(entries, 2024);
    expect(details).toMatchObject({
      boxes: [
        { box: '13.1', value: '2' },
        { box: '13.2', value: '2000' },
        { box: '13.3', value: '2000' },
        { box: '13.4', value: '500' },
        { box: '13.5', value: '500' },
      ],
      annualExemptAmount: '3000',
      taxable: '0',
      before30October: { net: '500.5' },
      from30October: { net: '-500', losses: '500' },
      reportingLimit: { limit: '50000', isAbove: false },
    });
  });

  it('rounds proceeds and gains down, and costs and losses up, to the whole pounds of its boxes', () => {
    const entries = [
      entryOf('b', 'buy', '2020-01-01', { in: '2 bitcoin', out: '2000.50 GBP' }),
      sale2024('1', '2024-06-01T12:00Z', '1500.75'),
      sale2024('2', '2024-07-01T12:00Z', '500.90'),
    ];
    const { details } = britishReport(entries, 2024);
    // Proceeds 2,001.65, costs 2,000.50, gain 500.50, loss 499.35.
    expect(details).toMatchObject({
      boxes: ['2', '2001', '2001', '500', '500'].map((value) => ({ value })),
    });
  });

  it('says that purchases within the next thirty days can change it, until they are over', () => {
    const open = britishReport([stock], 2024, { now: '2025-05-05T12:00Z' });
    const closed = britishReport([stock], 2024, { now: '2025-05-06T12:00Z' });
    const windows = ({ notes }: typeof open) => notes.filter(({ kind }) => kind === 'window').length;
    expect([windows(open), windows(closed)]).toEqual([1, 0]);
    expect(open.details).toMatchObject({ openUntil: '2025-05-05' });
  });

  it('values gifts given and received at market, and shows the difference from the ledger', () => {
    const entries = [
      entryOf('g', 'gift_in', '2024-05-01', { in: '1 bitcoin', value: '10 GBP' }),
      entryOf('o', 'gift_out', '2024-08-01', { out: '1 bitcoin' }),
    ];
    const closes = { 'bitcoin 2024-05-01': '100', 'bitcoin 2024-08-01': '150' };
    const { lines, differences, ledger, problems } = britishReport(entries, 2024, { closes });
    expect(lines).toMatchObject([{ kind: 'gift_out', proceeds: '150', cost: '100', gain: '50' }]);
    expect(lines[0]?.proofs).toMatchObject([{ country: 'GB', method: 'uk', transaction: 'o' }]);
    expect(ledger.totals).toMatchObject({ proceeds: '10', cost: '10', net: '0' });
    expect(differences.map(({ rule, proceeds, cost, net }) => [rule, proceeds, cost, net])).toEqual([
      ['gift_in', '90', '90', '0'],
      ['gift_out', '50', '0', '50'],
    ]);
    expect(problems).toEqual([]);
  });

  it('lists stolen coins separately', () => {
    const entries = [stock, entryOf('l', 'loss', '2024-08-01', { out: '1 bitcoin' })];
    const { lines, apart, totals, ledger } = britishReport(entries, 2024);
    expect(lines).toEqual([]);
    expect(apart).toMatchObject([{ kind: 'loss', cost: '1000', gain: '-1000' }]);
    expect([totals.net, ledger.totals.net]).toEqual(['0', '-1000']);
  });

  it('never invents a cost, and says how much it could change', () => {
    const entries = [
      entryOf('u', 'buy', '2024-05-01', { in: '1 bitcoin' }),
      sale2024('2', '2024-08-01T12:00Z', '700'),
    ];
    const { lines, totals, problems, largestDifference, unknownCosts } = britishReport(entries, 2024);
    expect(lines).toMatchObject([{ proceeds: '700', cost: null, gain: null }]);
    expect(lines[0]?.problem).toContain('is unknown');
    expect(totals).toMatchObject({ proceeds: '700', cost: null, net: null });
    expect(problems.map(({ kind, largestDifference: most }) => [kind, most])).toContainEqual([
      'unknown_cost',
      '700',
    ]);
    expect(largestDifference).toBe('700');
    expect(unknownCosts).toMatchObject([{ transactionId: 'u', amount: '1' }]);
  });

  it('has no proceeds if none are known, and compares only known ones with the reporting limit', () => {
    const spend = (id: string, coin: string) => entryOf(id, 'spend', '2024-08-01', { out: `1 ${coin}` });
    const detailsOf = (...entries: LedgerEntry[]) => britishReport([stock, ...entries], 2024).details;
    expect(detailsOf(spend('p', 'bitcoin'))).toMatchObject({
      boxes: [{ value: '1' }, { box: '13.2', value: null }, {}, {}, {}],
      reportingLimit: { proceeds: null, isAbove: false },
    });
    const sold = sale2024('2', '2024-07-01T12:00Z', '60000');
    expect(detailsOf(sold, spend('p', 'bitcoin'))).toMatchObject({
      boxes: [{ value: '2' }, { value: '60000' }, {}, {}, {}],
      reportingLimit: { proceeds: '60000', isAbove: true },
    });
    expect(detailsOf()).toMatchObject({ reportingLimit: { proceeds: '0', isAbove: false } });
  });

  it('lists coins of unknown cost separately from the pools', () => {
    const entries = [
      stock,
      entryOf('u', 'buy', '2024-05-01', { in: '3 solana' }),
      entryOf('v', 'sell', '2024-06-01', { in: '70 GBP', out: '1 solana' }),
    ];
    const { pools, lots } = britishReport(entries, 2024);
    expect(pools.map(({ coinId }) => coinId)).toEqual(['bitcoin']);
    expect(lots).toMatchObject([{ coinId: 'solana', transactionId: 'u', amount: '2', cost: null }]);
  });

  it('lists coins of unknown cost that a sale left, because it is matched with a purchase of the next year', () => {
    const early = [
      entryOf('u', 'buy', '2023-06-02', { in: '1 solana' }),
      entryOf('w', 'buy', '2023-06-02T15:00Z', { in: '2 solana' }),
      entryOf('o', 'opening', '2023-06-02T18:00Z', { in: '4 solana' }, { isDateAssumed: true }),
      entryOf('t', 'transfer', '2023-08-01', { out: '8 solana' }, { wallet: 'elsewhere', toWallet: 'main' }),
      entryOf('v', 'sell', '2024-03-20', { in: '70 GBP', out: '2 solana' }),
    ];
    const lotsOf = (...later: LedgerEntry[]) =>
      britishReport([...early, ...later], 2023).lots.map(({ transactionId, amount }) => [
        transactionId,
        amount,
      ]);
    const others = [
      ['o', '4'],
      ['t', '8'],
    ];
    expect(lotsOf()).toEqual([['u', '1'], ...others]);
    const later = entryOf('b', 'buy', '2024-04-10', { in: '2 solana', out: '60 GBP' });
    expect(lotsOf(later)).toEqual([['u', '3'], ...others]);
    // A sale on that day comes first.
    const sold = entryOf('s', 'sell', '2024-04-10T15:00Z', { in: '70 GBP', out: '1 solana' });
    expect(lotsOf(later, sold)).toEqual([['u', '2'], ...others]);
    // Nor do the purchase and the sale of the next year change what was held before.
    const unpaid = entryOf('b', 'buy', '2024-04-10', { in: '2 solana' });
    expect(lotsOf(unpaid)).toEqual([['u', '3'], ...others]);
  });

  it('says that no limits are known for a year that is not in the table', () => {
    const { hasLimits, limits, notes } = britishReport([stock], 2050);
    expect([hasLimits, limits]).toEqual([false, []]);
    expect(notes.map(({ text }) => text)).toContain(
      'The allowances, limits and rates for 2050/51 are not known here, so none are applied.',
    );
  });

  it('names the proof of each of its disposals', () => {
    const { lines } = britishReport([stock, sale2024('2', '2024-08-01T12:00Z', '700')], 2024);
    expect(lines[0]?.proofs).toEqual([
      {
        figure: 'gain',
        portfolioId: 'portfolio',
        coin: 'bitcoin',
        transaction: '2',
        isFee: false,
        method: 'uk',
        scope: 'portfolio',
        currency: 'GBP',
      },
    ]);
  });
});

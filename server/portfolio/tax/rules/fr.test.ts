import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';

const buy = (id: string, at: string, into: string, out: string) => entryOf(id, 'buy', at, { in: into, out });
const sell = (id: string, at: string, out: string, into: string, fee?: string) =>
  entryOf(id, 'sell', at, { in: into, out, ...(fee && { fee }) });

describe('a report for France', () => {
  it('BOI-RPPM-PVBMC-30-20 § 110: 1,000 € put in; sales of 450 € (of 1,200 €) and 1,300 €: gains of 75 € and 675 €', () => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
      sell('b', '2024-03-10', '0.375 bitcoin', '450 EUR'),
      sell('c', '2024-08-10', '0.625 bitcoin', '1300 EUR'),
    ];
    const closes = { 'bitcoin 2024-03-10': '1200', 'bitcoin 2024-08-10': '2080' };
    const { lines, totals, details, method } = reportOf(entries, { country: 'FR', year: 2024, closes });
    expect(method).toBe('portfolio_share');
    expect(lines).toMatchObject([
      { proceeds: '450', cost: '375', gain: '75', portfolioValue: '1200', poolAfter: { cost: '625' } },
      { proceeds: '1300', cost: '625', gain: '675', portfolioValue: '1300', poolAfter: { cost: '0' } },
    ]);
    expect(totals.net).toBe('750');
    expect(details).toMatchObject({ acquisitionCostBefore: '0', acquisitionCostAfter: '0', sales: '1750' });
  });

  it('deducts fees only from the first term', () => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
      sell('b', '2024-03-10', '0.5 bitcoin', '1000 EUR', '10 EUR'),
    ];
    const { lines } = reportOf(entries, { country: 'FR', year: 2024, closes: { bitcoin: '2000' } });
    expect(lines).toMatchObject([{ proceeds: '990', fees: '10', cost: '500', gain: '490' }]);
  });

  it('CGI art. 150 VH bis, III B: payments in coins, fees included, are not acquisition costs', () => {
    const entries = [
      buy('f', '2024-01-05', '10 binancecoin', '1000 EUR'),
      entryOf('a', 'buy', '2024-01-10', { in: '1 bitcoin', out: '2000 EUR', fee: '1 binancecoin' }),
      sell('b', '2024-03-10', '1 bitcoin', '2000 EUR'),
    ];
    const closes = { bitcoin: '2000', binancecoin: '200' };
    const { lines, details, pools } = reportOf(entries, { country: 'FR', year: 2024, closes });
    // 3,000 € paid × 2,000 ÷ (2,000 + 9 × 200).
    expect(Number(lines[0]?.cost)).toBeCloseTo((3000 * 2000) / 3800, 10);
    expect(Number(details.country === 'FR' && details.acquisitionCostAfter)).toBeCloseTo(1421.05, 2);
    expect(pools).toMatchObject([{ coinId: 'binancecoin', amount: '9', cost: null, transactionId: null }]);
  });

  it('CGI art. 150 VH bis, III B: says if the calculation includes sales before 2019', () => {
    const old = [
      buy('a', '2017-01-10', '2 bitcoin', '1000 EUR'),
      sell('b', '2018-03-10', '1 bitcoin', '9000 EUR'),
    ];
    const notesOf = (entries: typeof old) =>
      reportOf(entries, { country: 'FR', year: 2024 }).notes.filter(({ text }) =>
        text.includes('before 2019'),
      );
    expect(notesOf(old)).toHaveLength(1);
    expect(notesOf(old.slice(0, 1))).toEqual([]);
  });

  it('counts the value of every coin held', () => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
      buy('e', '2024-01-11', '10 ethereum', '2000 EUR'),
      sell('b', '2024-03-10', '0.5 bitcoin', '1000 EUR'),
    ];
    const { lines } = reportOf(entries, {
      country: 'FR',
      year: 2024,
      closes: { bitcoin: '2000', ethereum: '300' },
    });
    // 3,000 € × 1,000 ÷ (2,000 + 3,000).
    expect(lines).toMatchObject([
      { portfolioValue: '5000', cost: '600', gain: '400', poolAfter: { cost: '2400' } },
    ]);
  });

  it('treats a payment as a disposal, but not a swap of coins', () => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
      entryOf('w', 'swap', '2024-02-01', { in: '10 ethereum', out: '1 bitcoin', value: '3000 EUR' }),
      entryOf('p', 'spend', '2024-03-01', { out: '5 ethereum', value: '2000 EUR' }),
    ];
    const { lines, totals, ledger } = reportOf(entries, {
      country: 'FR',
      year: 2024,
      closes: { ethereum: '400' },
    });
    expect(lines).toMatchObject([{ kind: 'spend', proceeds: '2000', cost: '500', gain: '1500' }]);
    expect([totals.net, ledger.totals.net]).toEqual(['1500', '2500']);
  });

  it.each([
    ['305', true],
    ['305.01', false],
  ])('exempts sales of %s € in a year: %s', (money, isExempt) => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '100 EUR'),
      sell('b', '2024-03-10', '1 bitcoin', `${money} EUR`),
    ];
    const { lines, totals, details } = reportOf(entries, {
      country: 'FR',
      year: 2024,
      closes: { bitcoin: '300' },
    });
    expect(lines[0]?.exempt).toBe(isExempt);
    expect(details).toMatchObject({ sales: money, isExempt });
    expect(totals.net).toBe(isExempt ? '0' : '205.01');
  });

  it('has a problem and no gain if a coin held has no price', () => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
      buy('e', '2024-01-11', '10 mystery', '2000 EUR'),
      sell('b', '2024-03-10', '0.5 bitcoin', '1000 EUR'),
    ];
    const { lines, problems, largestDifference, totals } = reportOf(entries, {
      country: 'FR',
      year: 2024,
      closes: { bitcoin: '2000' },
    });
    expect(lines).toMatchObject([{ proceeds: '1000', cost: null, gain: null, portfolioValue: null }]);
    expect(problems).toMatchObject([
      { kind: 'no_portfolio_value', transactionId: 'b', largestDifference: '1000' },
    ]);
    expect(problems[0]?.message).toContain('mystery');
    expect([totals.net, largestDifference]).toEqual([null, '1000']);
  });

  it('lists a gift separately, with its share of the cost', () => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
      entryOf('g', 'gift_out', '2024-02-01', { out: '0.5 bitcoin' }),
      sell('b', '2024-03-10', '0.5 bitcoin', '1000 EUR'),
    ];
    const { lines, apart } = reportOf(entries, { country: 'FR', year: 2024, closes: { bitcoin: '2000' } });
    expect(apart).toMatchObject([{ kind: 'gift_out', cost: '500', gain: null, poolAfter: { cost: '500' } }]);
    expect(lines).toMatchObject([{ cost: '500', gain: '500' }]);
  });

  it("lists a loss separately, without a cost: it takes none of the portfolio's", () => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
      entryOf('l', 'loss', '2024-02-01', { out: '0.5 bitcoin' }),
      sell('b', '2024-03-10', '0.5 bitcoin', '1200 EUR'),
    ];
    const { lines, apart, totals } = reportOf(entries, {
      country: 'FR',
      year: 2024,
      closes: { bitcoin: '2400' },
    });
    expect(apart).toMatchObject([
      { kind: 'loss', proceeds: '0', cost: '0', gain: '0', problem: null, matches: [] },
    ]);
    expect(lines).toMatchObject([{ cost: '1000', gain: '200' }]);
    expect(totals.net).toBe('200');
  });

  it('lists missing costs of any coin, and has no gain from then on', () => {
    const entries = [
      buy('a', '2023-01-10', '1 bitcoin', '1000 EUR'),
      entryOf('u', 'buy', '2023-02-01', { in: '1 ethereum' }),
      entryOf(
        't',
        'transfer',
        '2023-03-01',
        { out: '2 dogecoin' },
        { wallet: 'elsewhere', toWallet: 'main' },
      ),
      sell('b', '2024-03-10', '0.5 bitcoin', '1000 EUR'),
    ];
    const closes = { bitcoin: '2000', ethereum: '100', dogecoin: '1' };
    const { lines, problems, unknownCosts, largestDifference } = reportOf(entries, {
      country: 'FR',
      year: 2024,
      closes,
    });
    expect(lines).toMatchObject([{ proceeds: '1000', gain: null, portfolioValue: '2102' }]);
    expect(problems.map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
      ['unknown_cost', 'u'],
      ['unknown_origin', 't'],
      ['unknown_cost', 'b'],
    ]);
    expect(unknownCosts.map(({ transactionId, amount }) => [transactionId, amount])).toEqual([
      ['u', '1'],
      ['t', '2'],
    ]);
    expect(largestDifference).toBe('1000');
  });

  it('has no gain from the first sale of more coins than were bought', () => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
      sell('b', '2024-03-10', '0.5 bitcoin', '600 EUR'),
      sell('c', '2024-04-10', '1 bitcoin', '1500 EUR'),
      buy('d', '2024-05-10', '1 bitcoin', '1400 EUR'),
      sell('e', '2024-06-10', '0.5 bitcoin', '900 EUR'),
    ];
    const closes = { bitcoin: '1200' };
    const { lines, problems, largestDifference } = reportOf(entries, { country: 'FR', year: 2024, closes });
    expect(lines).toMatchObject([
      { proceeds: '600', cost: '500', gain: '100' },
      { proceeds: '1500', cost: null, gain: null },
      { proceeds: '900', cost: null, gain: null },
    ]);
    expect(problems.filter(({ kind }) => kind === 'unknown_cost').map((one) => one.transactionId)).toEqual([
      'c',
      'e',
    ]);
    expect(largestDifference).toBe('2400');
  });

  it('knows the cost of coins that were sold in another wallet than they were bought in', () => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
      entryOf('b', 'sell', '2024-03-10', { in: '600 EUR', out: '0.5 bitcoin' }, { wallet: 'kraken' }),
      entryOf('t', 'transfer', '2024-03-11', { out: '0.7 bitcoin' }, { wallet: 'safe', toWallet: 'kraken' }),
      entryOf('c', 'sell', '2024-04-10', { in: '600 EUR', out: '0.5 bitcoin' }, { wallet: 'kraken' }),
    ];
    const { lines } = reportOf(entries, { country: 'FR', year: 2024, closes: { bitcoin: '1200' } });
    expect(lines).toMatchObject([{ gain: '100' }, { gain: '100' }]);
  });
});

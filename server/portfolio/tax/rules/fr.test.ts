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
    // 1,000 € − 1,000 € × 1,000 ÷ 2,102: with the cost that is known.
    const largest = (1000 - 1_000_000 / 2102).toFixed(2);
    expect(problems.map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
      ['unknown_origin', 't'],
      ['unknown_cost', 'u'],
    ]);
    for (const problem of problems) expect(Number(problem.largestDifference).toFixed(2)).toBe(largest);
    expect(problems[1]?.message).toContain(
      `from 2023-02-01 on, so 1 sale of the year has no known gain. It is at most EUR ${largest}`,
    );
    expect(lines[0]?.problem).toContain(`It is at most EUR ${largest}.`);
    expect(unknownCosts.map(({ transactionId, amount }) => [transactionId, amount])).toEqual([
      ['u', '1'],
      ['t', '2'],
    ]);
    expect(Number(largestDifference).toFixed(2)).toBe(largest);
  });

  const oversold = [
    buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
    sell('b', '2024-02-10', '0.25 bitcoin', '500 EUR'),
    sell('c', '2024-03-10', '1 bitcoin', '2000 EUR'),
    buy('d', '2024-04-10', '1 bitcoin', '600 EUR'),
    sell('e', '2024-05-10', '0.5 bitcoin', '1000 EUR'),
  ];

  it('has no gain after more was sold than bought, as a purchase of unknown cost is missing', () => {
    const { lines, totals, problems, largestDifference, details, notes } = reportOf(oversold, {
      country: 'FR',
      year: 2024,
      closes: { bitcoin: '2000' },
    });
    expect(lines).toMatchObject([
      { cost: '250', gain: '250', poolAfter: { cost: '750' }, problem: null },
      { proceeds: '2000', cost: null, gain: null, portfolioValue: '2000', poolAfter: { cost: null } },
      { proceeds: '1000', cost: null, gain: null, portfolioValue: '2000', poolAfter: { cost: null } },
    ]);
    // 2,000 − 750 and, of the 600 paid since, 1,000 − 300.
    expect(lines.map(({ problem }) => problem?.split('. ')[1])).toEqual([
      undefined,
      'It is at most EUR 1,250.00.',
      'It is at most EUR 700.00.',
    ]);
    expect(totals).toMatchObject({ proceeds: '3500', cost: '250', net: '250' });
    expect(problems).toMatchObject([
      { kind: 'negative_balance', transactionId: 'c', largestDifference: '1950' },
      { kind: 'unknown_cost', transactionId: 'c', largestDifference: '1950' },
    ]);
    expect(problems[1]?.message).toContain(
      '2 sales of the year have no known gain. Together, their gains are at most EUR 1,950.00',
    );
    expect(largestDifference).toBe('1950');
    expect(details).toMatchObject({ acquisitionCostAfter: null });
    expect(notes.filter(({ kind }) => kind === 'missing')).toMatchObject([
      { text: expect.stringContaining('2 lines without a known gain') },
    ]);
  });

  it.each([
    ['a swap', entryOf('w', 'swap', '2024-02-10', { in: '9 ethereum', out: '2 bitcoin', value: '4000 EUR' })],
    ['a loss', entryOf('w', 'loss', '2024-02-10', { out: '2 bitcoin' })],
    ['a transfer', entryOf('w', 'transfer', '2024-02-10', { out: '2 bitcoin' }, { toWallet: 'cold' })],
    ['a fee', buy('w', '2024-02-10', '1 ethereum', '100 EUR'), '2 bitcoin'],
  ])('has no gain after %s of more than was bought, of whatever coin', (_, entry, fee?: string) => {
    const entries = [
      buy('a', '2023-01-10', '1 bitcoin', '1000 EUR'),
      buy('b', '2023-01-11', '1 dogecoin', '100 EUR'),
      fee ? entryOf('w', 'buy', '2024-02-10', { in: '1 ethereum', out: '100 EUR', fee }) : entry,
      sell('c', '2024-03-10', '1 dogecoin', '1000 EUR'),
    ];
    const closes = { bitcoin: '2000', ethereum: '400', dogecoin: '1000' };
    const { lines, problems } = reportOf(entries, { country: 'FR', year: 2024, closes });
    expect(lines).toMatchObject([{ gain: null, problem: expect.stringContaining('at most EUR') }]);
    expect(problems.at(-1)).toMatchObject({ kind: 'unknown_cost', transactionId: 'w' });
  });

  it('has a gain if only one wallet is below zero, because all wallets together are one portfolio', () => {
    const entries = [
      buy('a', '2024-01-10', '1 bitcoin', '1000 EUR'),
      entryOf('b', 'sell', '2024-02-10', { in: '1000 EUR', out: '0.5 bitcoin' }, { wallet: 'cold' }),
    ];
    const { lines } = reportOf(entries, { country: 'FR', year: 2024, closes: { bitcoin: '2000' } });
    expect(lines).toMatchObject([{ cost: '500', gain: '500' }]);
  });

  it('states the smallest loss if the known costs alone already make one', () => {
    const entries = [
      ...oversold.slice(0, 3),
      buy('d', '2024-04-10', '1 bitcoin', '9000 EUR'),
      ...oversold.slice(4),
    ];
    const { lines, largestDifference } = reportOf(entries, {
      country: 'FR',
      year: 2024,
      closes: { bitcoin: '2000' },
    });
    // A loss of at least 3,500: 1,000 − 4,500; over the whole year: 1,250 − 3,500.
    expect(lines[2]?.problem).toContain('It is at most EUR -3,500.00.');
    expect(largestDifference).toBe('2250');
  });

  it('bounds a sale after one whose portfolio had no value, by the least cost that can be left', () => {
    const entries = [
      buy('a', '2024-01-10', '2 bitcoin', '1000 EUR'),
      buy('m', '2024-01-11', '10 mystery', '2000 EUR'),
      sell('b', '2024-03-10', '1 bitcoin', '1000 EUR'),
      sell('n', '2024-04-10', '10 mystery', '50 EUR'),
      sell('c', '2024-05-10', '0.5 bitcoin', '1000 EUR'),
    ];
    const { lines, problems } = reportOf(entries, { country: 'FR', year: 2024, closes: { bitcoin: '2000' } });
    // At the first sale the portfolio is worth 4,000 or more, so at most 750 of 3,000 leave, and 2,250 or more stay.
    const afterUnpricedSale = 2250 - (2250 * 50) / 2050;
    expect(
      problems.map(({ kind, transactionId, largestDifference }) => [
        kind,
        transactionId,
        Number(largestDifference).toFixed(2),
      ]),
    ).toEqual([
      ['no_portfolio_value', 'b', '1000.00'],
      ['unknown_cost', 'b', Math.abs(50 - (2250 * 50) / 2050 + 1000 - afterUnpricedSale / 2).toFixed(2)],
    ]);
    expect(lines.map(({ gain }) => gain)).toEqual([null, null, null]);
  });
});

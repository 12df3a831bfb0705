import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';

const buy = (id: string, at: string, into: string, out: string, wallet = 'main') =>
  entryOf(id, 'buy', at, { in: into, out }, { wallet });
const sell = (id: string, at: string, out: string, into: string, wallet = 'main') =>
  entryOf(id, 'sell', at, { in: into, out }, { wallet });

describe('a report for Germany', () => {
  it.each([
    ['2022-03-10', '2023-03-10', false],
    ['2022-03-10', '2023-03-11', true],
    // § 188 Abs. 3 BGB: where the month lacks the day, the period ends on the month's last day.
    ['2020-02-29', '2021-02-28', false],
    ['2020-02-29', '2021-03-01', true],
  ])('bought on %s and sold on %s: exempt %s', (bought, sold, isFree) => {
    const entries = [
      buy('b', `${bought}T12:00Z`, '1 bitcoin', '1000 EUR'),
      sell('s', `${sold}T12:00Z`, '1 bitcoin', '5000 EUR'),
    ];
    const { lines, totals } = reportOf(entries, { country: 'DE', year: Number(sold.slice(0, 4)) });
    expect(lines.map(({ exempt }) => exempt)).toEqual([isFree]);
    expect(totals.net).toBe(isFree ? '0' : '4000');
  });

  // Published, but unofficial: the ministry's letters have rules without worked figures.
  it.each([
    ['Beispiel 1, einfach steuerfrei: 4.400 €', '2013-01-15', '100 EUR', '0', '4400', true],
    ['Beispiel 2, einfach besteuert: 3.700 €', '2013-07-15', '800 EUR', '3700', '3700', false],
  ])('google-watch.org, "Steuererklärung mit System" (2014), %s', (_, bought, cost, net, gain, exempt) => {
    const entries = [buy('b', bought, '10 bitcoin', cost), sell('s', '2014-03-15', '10 bitcoin', '4500 EUR')];
    const { lines, totals } = reportOf(entries, { country: 'DE', year: 2014 });
    expect(lines).toMatchObject([{ gain, exempt }]);
    expect(totals.net).toBe(net);
  });

  it('bitcointalk.org, "Bitcoin: die Steuer-FAQ": 857,15 € taxed in 2019, the rest exempt in 2020', () => {
    const entries = [
      buy('1', '2019-06-01', '0.14285714 bitcoin', '1000 EUR'),
      sell('2', '2019-12-01', '0.047619 bitcoin', '1190.48 EUR'),
      sell('3', '2020-07-01', '0.095238092 bitcoin', '3809.56 EUR'),
    ];
    const year = (of: number) => reportOf(entries, { country: 'DE', year: of });
    const cents = (text: string | null | undefined) => Number(text).toFixed(2);
    const first = year(2019);
    expect(first.lines.map(({ cost, gain }) => [cents(cost), cents(gain)])).toEqual([['333.33', '857.15']]);
    expect(cents(first.totals.net)).toBe('857.15');
    expect(first.lots.map(({ cost }) => cents(cost))).toEqual(['666.67']);
    expect(year(2020).lines).toMatchObject([{ proceeds: '3809.56', exempt: true }]);
    expect(year(2020).totals.net).toBe('0');
  });

  it('counts days in Berlin', () => {
    // 23:30 UTC is the next day in Berlin: bought on 11 March, so sold on 11 March a year later is still within the
    // year.
    const entries = [
      buy('b', '2022-03-10T23:30Z', '1 bitcoin', '1000 EUR'),
      sell('s', '2023-03-11T12:00Z', '1 bitcoin', '5000 EUR'),
    ];
    expect(reportOf(entries, { country: 'DE', year: 2023 }).lines).toMatchObject([{ exempt: false }]);
  });

  it('splits a sale into a line within the year and one beyond it', () => {
    const entries = [
      buy('a', '2021-01-01', '1 bitcoin', '1000 EUR'),
      buy('b', '2023-01-01', '1 bitcoin', '3000 EUR'),
      sell('s', '2023-06-01', '2 bitcoin', '10000 EUR'),
    ];
    const { lines, totals, ledger, differences, details } = reportOf(entries, { country: 'DE', year: 2023 });
    expect(lines).toMatchObject([
      {
        amount: '1',
        proceeds: '5000',
        cost: '1000',
        gain: '4000',
        exempt: true,
        rules: ['lot', 'beyond_one_year'],
      },
      {
        amount: '1',
        proceeds: '5000',
        cost: '3000',
        gain: '2000',
        exempt: false,
        rules: ['lot', 'within_one_year'],
      },
    ]);
    expect([ledger.totals.net, totals.net]).toEqual(['6000', '2000']);
    expect(differences.map(({ rule, net }) => [rule, net])).toEqual([['beyond_one_year', '-4000']]);
    expect(details).toMatchObject({ exemptTotals: { net: '4000' } });
  });

  it.each([
    // § 23 Abs. 3 Satz 5 EStG: below the limit everything is exempt, at the limit everything is taxed.
    [2023, '599.99', true],
    [2023, '600', false],
    [2024, '999.99', true],
    [2024, '1000', false],
  ])('in %s a gain of %s € is exempt: %s', (year, gain, isExempt) => {
    const entries = [
      buy('b', `${year}-01-10`, '1 bitcoin', '1000 EUR'),
      sell('s', `${year}-06-01`, '1 bitcoin', `${(1000 + Number(gain)).toFixed(2)} EUR`),
    ];
    const { lines, totals, details, ledger, differences } = reportOf(entries, { country: 'DE', year });
    expect(lines[0]?.exempt).toBe(isExempt);
    expect(details).toMatchObject({ sales: { total: gain, isExempt, taxable: isExempt ? '0' : gain } });
    expect([totals.net, ledger.totals.net]).toEqual([isExempt ? '0' : gain, gain]);
    expect(differences.map(({ rule }) => rule)).toEqual(isExempt ? ['exemption_limit'] : []);
  });

  it('formats its limits like the numbers in reports', () => {
    const { notes } = reportOf([], { country: 'DE', year: 2024 });
    expect(notes.some(({ text }) => text.includes('below 1,000 €, they are exempt; from 1,000 € on'))).toBe(
      true,
    );
  });

  it('does not exempt a loss, though it is below the limit', () => {
    const entries = [
      buy('b', '2024-01-10', '1 bitcoin', '1000 EUR'),
      sell('s', '2024-06-01', '1 bitcoin', '900 EUR'),
    ];
    const { totals } = reportOf(entries, { country: 'DE', year: 2024 });
    expect(totals).toMatchObject({ net: '-100', losses: '100' });
  });

  it('treats each wallet separately', () => {
    const entries = [
      buy('a', '2021-01-01', '1 bitcoin', '1000 EUR', 'cold'),
      buy('b', '2023-01-01', '1 bitcoin', '3000 EUR', 'kraken'),
      sell('s', '2023-06-01', '1 bitcoin', '5000 EUR', 'kraken'),
    ];
    const { lines, ledger } = reportOf(entries, { country: 'DE', year: 2023 });
    expect(lines).toMatchObject([{ cost: '3000', gain: '2000', exempt: false, acquiredAt: '2023-01-01' }]);
    expect(ledger.totals.net).toBe('4000');
  });

  it.each([
    ['255.99', true],
    ['256', false],
  ])('exempts %s € of staking income: %s', (value, isExempt) => {
    const entries = [
      entryOf('i', 'income', '2024-05-01', { in: '1 bitcoin', value: `${value} EUR` }, { kind: 'staking' }),
      entryOf('j', 'income', '2024-05-01', { in: '1 bitcoin', value: '5000 EUR' }, { kind: 'salary' }),
    ];
    expect(reportOf(entries, { country: 'DE', year: 2024 }).details).toMatchObject({
      income: { limit: '256', total: value, isExempt },
    });
  });

  it('lists stolen coins separately with a note, and has no line for a gift', () => {
    const entries = [
      buy('a', '2024-01-01', '3 bitcoin', '300 EUR'),
      entryOf('g', 'gift_out', '2024-02-01', { out: '1 bitcoin' }),
      entryOf('l', 'loss', '2024-03-01', { out: '1 bitcoin' }),
    ];
    const { lines, apart, totals, notes } = reportOf(entries, { country: 'DE', year: 2024 });
    expect([lines, apart.map(({ kind }) => kind), totals.net]).toEqual([[], ['loss'], '0']);
    expect(notes.some(({ kind }) => kind === 'apart')).toBe(true);
  });

  it('BMF letter of 10 May 2022, Rn. 66 to 68: says that coins from a fork take a share of the original cost', () => {
    const fork = entryOf(
      'f',
      'income',
      '2024-08-01',
      { in: '1 bitcoin', value: '300 EUR' },
      { kind: 'fork' },
    );
    const notesIn = (country: 'DE' | 'GB', year: number) =>
      reportOf([fork], { country, year }).notes.filter(({ text }) =>
        text.startsWith('In this report, coins from a fork'),
      );
    expect(notesIn('DE', 2024)).toMatchObject([{ kind: 'rule', source: expect.stringContaining('Rn. 66') }]);
    expect(notesIn('GB', 2024)).toMatchObject([{ source: expect.stringContaining('CRYPTO22300') }]);
    expect(notesIn('DE', 2023)).toEqual([]);
  });
});

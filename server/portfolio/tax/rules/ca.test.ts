import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';

const buy = (id: string, at: string, into: string, out: string, fee?: string) =>
  entryOf(id, 'buy', `${at}T17:00Z`, { in: into, out, ...(fee && { fee }) });
const sell = (id: string, at: string, out: string, into: string, fee?: string) =>
  entryOf(id, 'sell', `${at}T17:00Z`, { in: into, out, ...(fee && { fee }) });
const report = (entries: Parameters<typeof reportOf>[0], year = 2024) =>
  reportOf(entries, { country: 'CA', year });

describe('a report for Canada', () => {
  it('has one average cost over all wallets (ITA 47(1))', () => {
    const entries = [
      buy('a', '2023-01-10', '100 bitcoin', '1500 CAD'),
      { ...buy('b', '2023-05-10', '150 bitcoin', '3000 CAD'), wallet: 'cold' },
      sell('s', '2024-03-10', '200 bitcoin', '4000 CAD', '20 CAD'),
    ];
    const { lines, totals, details, method, pools } = report(entries);
    // 4,500 × 200 ÷ 250.
    expect(lines).toMatchObject([
      { proceeds: '3980', fees: '20', cost: '3600', gain: '380', poolAfter: { amount: '50', cost: '900' } },
    ]);
    expect([method, totals.net]).toEqual(['adjusted_cost_base', '380']);
    expect(details).toMatchObject({ inclusionRate: '50', taxable: '190', superficialLosses: [] });
    expect(pools).toMatchObject([{ amount: '50', cost: '900' }]);
  });

  it('CRA, line 12700, "Example of how to calculate your capital gain" (2020): $6,500 - ($4,000 + $60) = $2,440', () => {
    const entries = [
      buy('a', '2019-01-10', '400 bitcoin', '4000 CAD'),
      sell('s', '2020-03-10', '400 bitcoin', '6500 CAD', '60 CAD'),
    ];
    const { lines, details } = report(entries, 2020);
    expect(lines).toMatchObject([{ proceeds: '6440', fees: '60', cost: '4000', gain: '2440' }]);
    expect(details).toMatchObject({ taxable: '1220' });
  });

  it('IT-456R para. 12: of 50 held, 20 are sold at a loss and 15 bought again: the loss of 15 is superficial', () => {
    const entries = [
      buy('a', '2023-01-10', '50 bitcoin', '5000 CAD'),
      sell('s', '2024-03-10', '20 bitcoin', '1000 CAD'),
      buy('b', '2024-03-20', '15 bitcoin', '750 CAD'),
    ];
    const { lines, details, totals, pools } = report(entries);
    expect(lines).toMatchObject([
      {
        proceeds: '1000',
        cost: '2000',
        gain: '-250',
        adjustment: '750',
        rules: ['adjusted_cost_base', 'superficial_loss'],
      },
    ]);
    expect(details).toMatchObject({
      superficialLosses: [{ line: 1, loss: '1000', denied: '750', sold: '20', acquired: '15', held: '45' }],
      deniedTotal: '750',
    });
    expect(totals).toMatchObject({ net: '-250', losses: '250' });
    // 3,000 of the 30 left, 750 of the purchase, and the denied 750.
    expect(pools).toMatchObject([{ amount: '45', cost: '4500' }]);
  });

  it('denies the whole loss if everything is bought again, and adds it to the cost', () => {
    const entries = [
      buy('a', '2023-01-10', '1 bitcoin', '1000 CAD'),
      sell('s', '2024-03-10', '1 bitcoin', '600 CAD'),
      buy('b', '2024-04-09', '1 bitcoin', '700 CAD'),
      sell('t', '2024-09-10', '1 bitcoin', '1500 CAD'),
    ];
    expect(report(entries).lines.map(({ cost, gain, adjustment }) => [cost, gain, adjustment])).toEqual([
      ['1000', '0', '400'],
      ['1100', '400', '0'],
    ]);
  });

  it.each([
    ['2024-04-09', '0'],
    ['2024-04-10', '-400'],
  ])('counts the thirty days after the sale: bought again on %s, the gain is %s', (day, gain) => {
    const entries = [
      buy('a', '2023-01-10', '1 bitcoin', '1000 CAD'),
      sell('s', '2024-03-10', '1 bitcoin', '600 CAD'),
      buy('b', day, '1 bitcoin', '700 CAD'),
    ];
    expect(report(entries).lines[0]?.gain).toBe(gain);
  });

  it('allows a loss if nothing is held at the end of the thirty days', () => {
    const entries = [
      buy('a', '2023-01-10', '1 bitcoin', '1000 CAD'),
      buy('b', '2024-03-01', '1 bitcoin', '1000 CAD'),
      sell('s', '2024-03-10', '2 bitcoin', '1200 CAD'),
    ];
    expect(report(entries).lines[0]).toMatchObject({ gain: '-800', adjustment: '0' });
  });

  it('denies a loss because of a purchase in the next year', () => {
    const entries = [
      buy('a', '2023-01-10', '1 bitcoin', '1000 CAD'),
      sell('s', '2024-12-20', '1 bitcoin', '600 CAD'),
      buy('b', '2025-01-10', '1 bitcoin', '700 CAD'),
    ];
    const { lines, pools } = report(entries);
    expect(lines[0]).toMatchObject({ gain: '0', adjustment: '400' });
    expect(pools).toEqual([]);
    expect(report(entries, 2025).pools).toMatchObject([{ amount: '1', cost: '1100' }]);
  });

  it('counts stolen coins as disposals, and gifts at their market value', () => {
    const entries = [
      buy('a', '2023-01-10', '3 bitcoin', '300 CAD'),
      entryOf('l', 'loss', '2024-02-01', { out: '1 bitcoin' }),
      entryOf('g', 'gift_out', '2024-03-01', { out: '1 bitcoin' }),
    ];
    const { lines, totals } = reportOf(entries, { country: 'CA', year: 2024, closes: { bitcoin: '250' } });
    expect(lines.map(({ kind, gain }) => [kind, gain])).toEqual([
      ['loss', '-100'],
      ['gift_out', '150'],
    ]);
    expect(totals.net).toBe('50');
  });
});

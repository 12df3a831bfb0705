import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';
import { dayNumber } from '../report/time-zone.ts';
import { isLongTerm } from './us.ts';

const day = (text: string) => {
  const [year, month, date] = text.split('-').map(Number);
  return dayNumber(year!, month!, date!);
};

describe('the holding period', () => {
  it.each([
    // Pub. 544 (2024), "Holding period": bought on June 15, 2023, and sold on June 15 or 17, 2024.
    ['2023-06-15', '2024-06-15', false],
    ['2023-06-15', '2024-06-17', true],
    ['2023-06-15', '2024-06-16', true],
    // Pub. 550 (2025), "Holding Period": bought on January 31, 2024, and sold on January 29 or February 6, 2025.
    ['2024-01-31', '2025-01-29', false],
    ['2024-01-31', '2025-02-06', true],
    // Rev. Rul. 66-7: coins acquired on a month's last day are long term from the first day of the 13th month after it.
    ['2023-02-28', '2024-02-29', false],
    ['2023-02-28', '2024-03-01', true],
    ['2024-02-29', '2025-02-28', false],
    ['2024-02-29', '2025-03-01', true],
    ['2023-04-30', '2024-04-30', false],
    ['2023-04-30', '2024-05-01', true],
  ])('from %s to %s is long: %s', (acquired, disposed, isLong) => {
    expect(isLongTerm(day(acquired), day(disposed))).toBe(isLong);
  });
});

describe('a report for the United States', () => {
  it('IRS FAQ (virtual currency) A41: coins acquired first are sold first, if nothing is identified', () => {
    const entries = [
      entryOf('a', 'buy', '2022-03-01T12:00Z', { in: '1 bitcoin', out: '8000 USD' }),
      entryOf('b', 'buy', '2023-08-01T12:00Z', { in: '1 bitcoin', out: '20000 USD' }),
      entryOf('s', 'sell', '2023-12-01T12:00Z', { in: '45000 USD', out: '1.5 bitcoin', fee: '30 USD' }),
    ];
    const { lines, details, totals } = reportOf(entries, { country: 'US', year: 2023 });
    expect(lines).toMatchObject([
      {
        term: 'long',
        box: 'F',
        acquiredAt: '2022-03-01',
        amount: '1',
        proceeds: '29980',
        cost: '8000',
        gain: '21980',
      },
      {
        term: 'short',
        box: 'C',
        acquiredAt: '2023-08-01',
        amount: '0.5',
        proceeds: '14990',
        cost: '10000',
        gain: '4990',
      },
    ]);
    expect(totals).toMatchObject({ net: '26970' });
    expect(details).toMatchObject({
      form8949: [
        { box: 'C', net: '4990', lines: 1 },
        { box: 'F', net: '21980', lines: 1 },
      ],
      scheduleD: [
        { box: '3', value: '4990' },
        { box: '7', value: '4990' },
        { box: '10', value: '21980' },
        { box: '15', value: '21980' },
        { box: '16', value: '26970' },
      ],
    });
  });

  it('uses the coins that cost most, even after a fee used up all that a swap brought in', () => {
    const entries = [
      entryOf('a', 'buy', '2025-02-01', { in: '1 bitcoin', out: '10 USD' }),
      entryOf('e', 'buy', '2025-02-01', { in: '1 ether', out: '5 USD' }),
      entryOf('w', 'swap', '2025-02-02', {
        out: '1 ether',
        in: '1 bitcoin',
        fee: '1 bitcoin',
        value: '5 USD',
      }),
      entryOf('b', 'buy', '2025-02-03', { in: '1 bitcoin', out: '20 USD' }),
      entryOf('c', 'buy', '2025-02-04', { in: '1 bitcoin', out: '50 USD' }),
      entryOf('d', 'buy', '2025-02-05', { in: '1 bitcoin', out: '100 USD' }),
      entryOf('s', 'sell', '2025-02-06', { in: '100 USD', out: '1 bitcoin' }),
    ];
    const settings = { method: 'hifo', scope: 'wallet' } as const;
    const { lines } = reportOf(entries, { country: 'US', year: 2025, settings });
    expect(lines.find(({ proceeds }) => proceeds === '100')).toMatchObject({ cost: '100', gain: '0' });
  });

  it('says "various" if a line combines lots of several days', () => {
    const entries = [
      entryOf('a', 'buy', '2023-03-01', { in: '1 bitcoin', out: '100 USD' }),
      entryOf('b', 'buy', '2023-04-01', { in: '1 bitcoin', out: '100 USD' }),
      entryOf('s', 'sell', '2023-12-01', { in: '400 USD', out: '2 bitcoin' }),
    ];
    expect(reportOf(entries, { country: 'US', year: 2023 }).lines).toMatchObject([
      { acquiredAt: 'various', term: 'short', gain: '200' },
    ]);
  });

  it('has boxes I and L from 2025, with a note on Form 1099-DA', () => {
    const entries = [
      entryOf('a', 'buy', '2023-03-01', { in: '1 bitcoin', out: '100 USD' }),
      entryOf('b', 'buy', '2025-04-01', { in: '1 bitcoin', out: '100 USD' }),
      entryOf('s', 'sell', '2025-12-01', { in: '400 USD', out: '2 bitcoin' }),
    ];
    const { lines, notes } = reportOf(entries, { country: 'US', year: 2025 });
    expect(lines.map(({ box, term }) => [box, term])).toEqual([
      ['L', 'long'],
      ['I', 'short'],
    ]);
    expect(notes.some(({ text }) => text.includes('G, H (short), J or K (long)'))).toBe(true);
  });

  it('uses first in, first out if the settings have an average or share pooling, and says so', () => {
    const entries = [
      entryOf('a', 'buy', '2023-03-01', { in: '1 bitcoin', out: '100 USD' }),
      entryOf('b', 'buy', '2023-04-01', { in: '1 bitcoin', out: '300 USD' }),
      entryOf('s', 'sell', '2023-12-01', { in: '400 USD', out: '1 bitcoin' }),
    ];
    for (const method of ['average', 'uk'] as const) {
      const {
        method: used,
        lines,
        notes,
      } = reportOf(entries, {
        country: 'US',
        year: 2023,
        settings: { method, scope: 'portfolio' },
      });
      expect([used, lines[0]?.gain]).toEqual(['fifo', '300']);
      expect(
        notes.some(({ kind, text }) => kind === 'method' && text.includes('not allowed for digital assets')),
      ).toBe(true);
    }
  });

  // kraken received first, then cold; the expensive lot is in cold.
  const wallets = [
    entryOf('a', 'buy', '2023-01-10', { in: '2 bitcoin', out: '200 USD' }, { wallet: 'kraken' }),
    entryOf('b', 'buy', '2023-02-10', { in: '2 bitcoin', out: '600 USD' }, { wallet: 'cold' }),
    entryOf('c', 'sell', '2023-03-10', { in: '500 USD', out: '1 bitcoin' }, { wallet: 'cold' }),
    entryOf('d', 'sell', '2025-06-01', { in: '500 USD', out: '1 bitcoin' }, { wallet: 'cold' }),
    entryOf('e', 'sell', '2025-06-02', { in: '500 USD', out: '2 bitcoin' }, { wallet: 'kraken' }),
  ];

  it('allocates lots left on 2025-01-01 to the wallets oldest first, in the order of their first acquisition', () => {
    // Over all wallets the sale of 2023 took one bitcoin of a, which leaves 1 of a (100) and 2 of b (600). Kraken
    // acquired first and holds 2: it gets 1 of a and 1 of b (300 for b). Cold holds 1: it gets the other of b (300).
    const { lines, scope, notes, differences, problems } = reportOf(wallets, { country: 'US', year: 2025 });
    expect(scope).toBe('wallet');
    expect(lines.map(({ transactionIds, cost }) => [transactionIds[0], cost])).toEqual([
      ['d', '300'],
      ['e', '400'],
    ]);
    expect(notes.find(({ kind }) => kind === 'allocation')?.text).toContain('Rev. Proc. 2024-28');
    expect(differences.map(({ rule, cost, gains, losses, net }) => [rule, cost, gains, losses, net])).toEqual(
      [['wallets', '0', '-100', '-100', '0']],
    );
    expect(problems).toEqual([]);
    const { lots } = reportOf(wallets.slice(0, 3), { country: 'US', year: 2025 });
    expect(
      lots.map(({ transactionId, wallet, amount, cost }) => [transactionId, wallet, amount, cost]),
    ).toEqual([
      ['a', 'kraken', '1', '100'],
      ['b', 'kraken', '1', '300'],
      ['b', 'cold', '1', '300'],
    ]);
  });

  it('takes lots wallet by wallet throughout if that is the basis', () => {
    const { lines, ledger, differences } = reportOf(wallets, { country: 'US', year: 2025, basis: 'wallet' });
    expect(lines.map(({ transactionIds, cost }) => [transactionIds[0], cost])).toEqual([
      ['d', '300'],
      ['e', '200'],
    ]);
    // Over all wallets: the last of a and one of b, then the other of b.
    expect(ledger.totals.cost).toBe('700');
    expect(differences.map(({ rule, cost }) => [rule, cost])).toEqual([['method', '-200']]);
  });

  it('does not mix the wallets from 2025-01-01 on, as it did before', () => {
    const entries = [
      entryOf('a', 'buy', '2025-01-10', { in: '1 bitcoin', out: '100 USD' }, { wallet: 'kraken' }),
      entryOf('b', 'buy', '2025-02-10', { in: '1 bitcoin', out: '300 USD' }, { wallet: 'cold' }),
      entryOf('s', 'sell', '2025-03-10', { in: '500 USD', out: '1 bitcoin' }, { wallet: 'cold' }),
    ];
    const { lines, differences, ledger } = reportOf(entries, { country: 'US', year: 2025 });
    expect([lines[0]?.cost, ledger.totals.cost]).toEqual(['300', '100']);
    expect(differences.map(({ rule, net }) => [rule, net])).toEqual([['wallets', '-200']]);
  });

  it("gives a gift the donor's basis and date; without them it has a problem and no gain", () => {
    const sale = (id: string) => entryOf(id, 'sell', '2023-12-01', { in: '500 USD', out: '1 bitcoin' });
    const gift = { in: '1 bitcoin', value: '100 USD' };
    const donorsDay = { acquiredAt: Date.parse('2020-01-01T12:00Z') };
    const known = reportOf([entryOf('g', 'gift_in', '2023-11-01', gift, donorsDay), sale('s')], {
      country: 'US',
      year: 2023,
    });
    expect(known.lines).toMatchObject([{ cost: '100', gain: '400', term: 'long', acquiredAt: '2020-01-01' }]);
    expect(known.problems).toEqual([]);
    const unknown = reportOf([entryOf('g', 'gift_in', '2023-11-01', { in: '1 bitcoin' }), sale('s')], {
      country: 'US',
      year: 2023,
      closes: { bitcoin: '300' },
    });
    expect(unknown.lines).toMatchObject([{ cost: null, gain: null }]);
    expect(new Set(unknown.problems.map(({ kind }) => kind))).toEqual(
      new Set(['unknown_cost', 'assumed_date']),
    );
    expect(unknown.largestDifference).toBe('500');
  });

  it("takes the donor's day as entered, although its midnight in UTC is the day before in New York", () => {
    const entries = [
      entryOf(
        'g',
        'gift_in',
        '2023-11-01',
        { in: '2 bitcoin', value: '200 USD' },
        {
          acquiredAt: Date.parse('2023-03-10'),
        },
      ),
      // For a purchase, the instant counts: in New York it was still 9 March.
      entryOf('b', 'buy', '2023-03-10T00:00Z', { in: '1 ether', out: '100 USD' }),
      entryOf('s', 'sell', '2024-03-10T16:00Z', { in: '500 USD', out: '1 bitcoin' }),
      entryOf('e', 'sell', '2024-03-10T17:00Z', { in: '500 USD', out: '1 ether' }),
      entryOf('l', 'sell', '2024-03-11T16:00Z', { in: '500 USD', out: '0.5 bitcoin' }),
    ];
    const { lines, lots } = reportOf(entries, { country: 'US', year: 2024 });
    expect(lines.map(({ acquiredAt, term }) => [acquiredAt, term])).toEqual([
      ['2023-03-10', 'short'],
      ['2023-03-09', 'long'],
      ['2023-03-10', 'long'],
    ]);
    // What is left shows the same day in New York.
    expect(lots.map(({ acquiredAt }) => acquiredAt)).toEqual(['2023-03-10T05:00:00.000Z']);
  });

  it('has no line for a gift, and lists stolen coins separately', () => {
    const entries = [
      entryOf('a', 'buy', '2023-01-01', { in: '3 bitcoin', out: '300 USD' }),
      entryOf('g', 'gift_out', '2023-02-01', { out: '1 bitcoin' }),
      entryOf('l', 'loss', '2023-03-01', { out: '1 bitcoin' }),
    ];
    const { lines, apart, totals, notes } = reportOf(entries, { country: 'US', year: 2023 });
    expect(notes.some(({ kind }) => kind === 'apart')).toBe(true);
    expect([lines, apart.map(({ kind }) => kind), totals.net]).toEqual([[], ['loss'], '0']);
  });
});

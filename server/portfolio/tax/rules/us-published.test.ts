import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import { parseAmount } from '../../ledger/engine/fixed-point.ts';

/*
 * The government's own examples, with their figures and coin names. "Year 1" of the regulations is 2025 here, the first
 * year they apply to.
 */

const report = (entries: readonly LedgerEntry[], year: number, more = {}) =>
  reportOf(entries, { country: 'US', year, ...more });

const buy = (id: string, at: string, into: string, out: string, rest: Partial<LedgerEntry> = {}) =>
  entryOf(id, 'buy', at, { in: into, out }, rest);

const figuresOf = (lines: ReturnType<typeof reportOf>['lines']) =>
  lines.map(({ coinId, kind, proceeds, cost, gain }) => [coinId, kind, proceeds, cost, gain]);

describe('Instructions for Form 8949 (2025), column (h)', () => {
  it.each([
    ['Example 1—Gain', '6000', '2000', '4000'],
    ['Example 2—Loss', '6000', '8000', '-2000'],
  ])('%s: column (d) %s, column (e) %s, column (h) %s', (_, proceeds, cost, gain) => {
    const entries = [
      buy('a', '2025-01-10', '1 a', `${cost} USD`),
      entryOf('s', 'sell', '2025-05-10', { in: `${proceeds} USD`, out: '1 a' }),
    ];
    expect(report(entries, 2025).lines).toMatchObject([{ proceeds, cost, gain, adjustment: '0' }]);
  });

  it('Example 5—Digital asset: exchanged three years later, a long-term capital gain of $2,000', () => {
    const entries = [
      buy('a', '2022-06-01T16:00Z', '1 a', '1000 USD'),
      entryOf('x', 'swap', '2025-06-01T16:00Z', { out: '1 a', in: '1 b', value: '3000 USD' }),
    ];
    const { lines, details } = report(entries, 2025);
    expect(lines).toMatchObject([{ term: 'long', box: 'L', proceeds: '3000', cost: '1000', gain: '2000' }]);
    expect(details).toMatchObject({ longTerm: { net: '2000' }, shortTerm: { net: '0' } });
  });

  it('Example 6—Digital asset: $10,000 for services, sold two months later, a short-term capital gain of $2,000', () => {
    const entries = [
      entryOf('i', 'income', '2025-03-01', { in: '1 a', value: '10000 USD' }, { kind: 'salary' }),
      entryOf('s', 'sell', '2025-05-01', { in: '12000 USD', out: '1 a' }),
    ];
    const { lines, income } = report(entries, 2025);
    expect(income.total).toBe('10000');
    expect(lines).toMatchObject([{ term: 'short', proceeds: '12000', cost: '10000', gain: '2000' }]);
  });
});

describe('Treas. Reg. § 1.1001-7(b)(5): the amount realized', () => {
  const at = '2025-06-01T16:00Z';

  it('Example 1, coins for services with a fee in cash: $9 realized, a gain of $4', () => {
    const entries = [
      buy('a', '2025-01-10', '20 a', '10 USD'),
      entryOf('s', 'spend', at, { out: '10 a', value: '10 USD', fee: '1 USD' }),
    ];
    expect(figuresOf(report(entries, 2025).lines)).toEqual([['a', 'spend', '9', '5', '4']]);
  });

  it('Example 2, and § 1.1012-1(h)(4) Example 1, a fee in cash: $18 realized, a gain of $13, a basis of $20', () => {
    const entries = [
      buy('a', '2025-01-10', '10 a', '5 USD'),
      entryOf('x', 'swap', at, { out: '10 a', in: '20 b', value: '20 USD', fee: '2 USD' }),
    ];
    const { lines, lots, differences, ledger, totals } = report(entries, 2025);
    expect(figuresOf(lines)).toEqual([['a', 'swap', '18', '5', '13']]);
    expect(lines[0]?.fees).toBe('2');
    expect(lots).toMatchObject([{ coinId: 'b', amount: '20', cost: '20' }]);
    // The ledger adds the fee to the cost of the coin received.
    expect([ledger.totals.net, totals.net]).toEqual(['15', '13']);
    expect(differences.map(({ rule, net }) => [rule, net])).toEqual([['swap_fees', '-2']]);
  });

  it('§ 1.1012-1(h)(4) Example 2, a fee of 2 C: $2 to the disposition of A, a basis of $20', () => {
    const entries = [
      buy('a', '2025-01-10', '10 a', '5 USD'),
      buy('c', '2025-01-10', '2 c', '1 USD'),
      entryOf('x', 'swap', at, { out: '10 a', in: '20 b', value: '20 USD', fee: '2 c' }),
    ];
    const { lines, lots } = report(entries, 2025, { closes: { c: '1' } });
    expect(figuresOf(lines)).toEqual([
      ['a', 'swap', '18', '5', '13'],
      ['c', 'fee', '2', '1', '1'],
    ]);
    expect(lots).toMatchObject([{ coinId: 'b', cost: '20' }]);
  });

  it('Example 4, and § 1.1012-1(h)(4) Example 3, 1 A withheld: a gain of $13 on 10 units, a basis of $18', () => {
    const entries = [
      buy('a', '2025-01-10', '10 a', '5 USD'),
      entryOf('x', 'swap', at, { out: '9 a', in: '18 b', value: '18 USD', fee: '1 a' }),
    ];
    const { lines, lots, totals } = report(entries, 2025);
    expect(figuresOf(lines)).toEqual([
      ['a', 'swap', '16', '4.5', '11.5'],
      ['a', 'fee', '2', '0.5', '1.5'],
    ]);
    expect(totals).toMatchObject({ proceeds: '18', cost: '5', net: '13' });
    expect(lots).toMatchObject([{ coinId: 'b', amount: '18', cost: '18' }]);
  });

  it('Example 5, 3 B withheld of those received: $17 realized, a gain of $12, and none on the 3 units', () => {
    const entries = [
      buy('a', '2025-01-10', '10 a', '5 USD'),
      entryOf('x', 'swap', at, { out: '10 a', in: '20 b', value: '20 USD', fee: '3 b' }),
    ];
    expect(figuresOf(report(entries, 2025).lines)).toEqual([
      ['a', 'swap', '17', '5', '12'],
      ['b', 'fee', '3', '3', '0'],
    ]);
  });

  it('matches the ledger before 2025', () => {
    const entries = [
      buy('a', '2024-01-10', '10 a', '5 USD'),
      entryOf('x', 'swap', '2024-06-01', { out: '10 a', in: '20 b', value: '20 USD', fee: '2 USD' }),
    ];
    const { lines, lots } = report(entries, 2024);
    expect(figuresOf(lines)).toEqual([['a', 'swap', '20', '5', '15']]);
    expect(lots).toMatchObject([{ coinId: 'b', cost: '22' }]);
  });
});

describe('Treas. Reg. § 1.1012-1(j)(5): which units', () => {
  const unhosted = [
    buy('first', '2025-01-01T17:00Z', '10 de', '20 USD', { wallet: 'old' }),
    buy('second', '2026-01-01T17:00Z', '20 de', '100 USD', { wallet: 'old' }),
    entryOf('move', 'transfer', '2026-09-01T17:00Z', { out: '30 de' }, { wallet: 'old', toWallet: 'own' }),
  ];
  const pay = (lots: LedgerEntry['lots'] = []) =>
    entryOf('pay', 'spend', '2026-09-02T17:00Z', { out: '10 de', value: '100 USD' }, { wallet: 'own', lots });
  const named = (transactionId: string) => [{ transactionId, amount: parseAmount('10') }];

  it('Example 1, the second lot is identified: $5 a unit, held for one year or less', () => {
    const settings = { method: 'specific', scope: 'portfolio' } as const;
    const { lines } = report([...unhosted, pay(named('second'))], 2026, { settings });
    expect(lines).toMatchObject([{ cost: '50', gain: '50', term: 'short', acquiredAt: '2026-01-01' }]);
  });

  it('Example 2, nothing is identified: the units of Year 1 at $2', () => {
    const { lines } = report([...unhosted, pay()], 2026);
    expect(lines).toMatchObject([{ cost: '20', gain: '80', term: 'long', acquiredAt: '2025-01-01' }]);
  });

  const custodial = [
    buy('crx', '2025-08-01T17:00Z', '10 de', '90 USD', { wallet: 'crx' }),
    buy('bex', '2026-01-01T17:00Z', '20 de', '100 USD', { wallet: 'bex' }),
    entryOf('move', 'transfer', '2027-08-01T17:00Z', { out: '10 de' }, { wallet: 'crx', toWallet: 'bex' }),
  ];
  const sell = (lots: LedgerEntry['lots'] = []) =>
    entryOf('s', 'sell', '2027-09-01T17:00Z', { in: '100 USD', out: '10 de' }, { wallet: 'bex', lots });

  it('Example 3, units of January 1, Year 2 are identified to the broker: $5 a unit', () => {
    const settings = { method: 'specific', scope: 'portfolio' } as const;
    const { lines } = report([...custodial, sell(named('bex'))], 2027, { settings });
    expect(lines).toMatchObject([{ cost: '50', gain: '50', acquiredAt: '2026-01-01' }]);
  });

  it('Example 4, nothing is identified: the earliest units acquired, those of August 1, Year 1 at $9', () => {
    const { lines } = report([...custodial, sell()], 2027);
    expect(lines).toMatchObject([{ cost: '90', gain: '10', acquiredAt: '2025-08-01' }]);
  });

  it.each([
    ['Example 5, no identification', 'fifo'],
    ['Example 6, a standing order for the earliest units', 'fifo'],
    ['lots in another order', 'lifo'],
  ] as const)('%s: the unit withheld is one of those acquired with it', (_, method) => {
    const entries = [
      buy('ab', '2025-01-01T17:00Z', '10 ab', '10 USD'),
      buy('cd', '2025-01-01T17:00Z', '30 cd', '30 USD'),
      entryOf('x', 'swap', '2026-06-30T16:00Z', { out: '10 cd', in: '10 ab', value: '40 USD', fee: '1 ab' }),
    ];
    const settings = { method, scope: 'portfolio' } as const;
    const { lines, lots } = report(entries, 2026, { settings });
    expect(lines).toMatchObject([
      { coinId: 'cd', proceeds: '36', cost: '10', gain: '26' },
      { coinId: 'ab', kind: 'fee', acquiredAt: '2026-06-30', term: 'short', cost: '4', gain: '0' },
    ]);
    expect(
      lots.map(({ coinId, transactionId, amount, cost }) => [coinId, transactionId, amount, cost]),
    ).toEqual(
      expect.arrayContaining([
        ['ab', 'ab', '10', '10'],
        ['ab', 'x', '9', '36'],
      ]),
    );
  });
});

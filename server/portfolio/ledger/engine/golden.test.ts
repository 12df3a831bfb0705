import { describe, expect, it } from 'vitest';
import { goldenNames, readGolden, withoutNames } from '../../../../tests/support/portfolio/golden-ledgers.ts';
import type { MoneyLeg } from './entry.ts';
import { formatAmount, formatMoney, unitCostOf } from './fixed-point.ts';
import { Ledger } from './ledger.ts';

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const money = (value: bigint | null) => (value === null ? null : formatMoney(value));

function figuresOf(ledger: Ledger) {
  const coins = ledger.listCoins().map((coinId) => ledger.figuresOf(coinId)!);
  const disposals = coins
    .flatMap((coin) => coin.listDisposals().map((disposal) => ({ coinId: coin.coinId, disposal })))
    .map(({ coinId, disposal: { event, proceeds, cost, gain, matches } }) => ({
      transactionId: event.entry.id,
      disposedAt: instant(event.entry.occurredAt),
      coinId,
      amount: formatAmount(event.amount),
      proceeds: money(proceeds),
      cost: money(cost),
      gain: money(gain),
      matches: matches.map((match) => ({
        transactionId: match.transactionId,
        acquiredAt: instant(match.acquiredAt),
        amount: formatAmount(match.amount),
        cost: money(match.cost),
        rule: match.rule,
      })),
    }));
  const lots = coins.flatMap((coin) =>
    coin.lots.map(({ transactionId, acquiredAt, amount, remaining, cost }) => ({
      transactionId,
      coinId: coin.coinId,
      acquiredAt: instant(acquiredAt),
      amount: formatAmount(amount),
      remaining: formatAmount(remaining),
      cost: money(cost),
    })),
  );
  const holdings = coins.map((coin) => ({
    coinId: coin.coinId,
    amount: formatAmount(coin.amount),
    costBasis: money(coin.costBasis),
    averageCost:
      coin.costBasis === null || coin.amountWithCost === 0n
        ? null
        : formatAmount(unitCostOf(coin.costBasis, coin.amountWithCost)),
    realized: money(coin.realized),
    income: money(coin.income),
    fees: money(coin.fees),
  }));
  const paid = ledger.listCoins().flatMap((coinId) => ledger.figuresOf(coinId)!.listFees());
  const fees = [...paid, ...ledger.listOtherFees()].reduce((sum, { value }) => sum + value!, 0n);
  return { disposals, lots, holdings, fees: formatMoney(fees) };
}

describe.skipIf(goldenNames.length === 0)('The worked examples', () => {
  it.each(goldenNames)('%s agrees to the last digit', (file) => {
    const golden = readGolden(file);
    const { method, scope, currency } = golden.settings;
    const valuer = {
      convert: (leg: MoneyLeg) => (leg.currency === currency ? leg.amount : null),
      closeOf: () => null,
    };
    const { entries } = golden;
    const options = { method, scope, valuer };
    const ledger = new Ledger(entries, options);
    const figures = figuresOf(ledger);
    for (const disposal of golden.expected.disposals)
      expect(figures.disposals).toContainEqual(expect.objectContaining(withoutNames(disposal)));
    expect(figures.disposals).toHaveLength(golden.expected.disposals.length);
    if (method !== 'average' && method !== 'uk')
      for (const coin of new Set(golden.expected.lots.map(({ coinId }) => coinId)))
        expect(figures.lots.filter(({ coinId }) => coinId === coin)).toEqual(
          golden.expected.lots.filter(({ coinId }) => coinId === coin).map(withoutNames),
        );
    for (const holding of golden.expected.holdings)
      expect(figures.holdings).toContainEqual(expect.objectContaining(withoutNames(holding)));
    expect(figures.fees).toBe(golden.expected.totals.fees);

    // Adding the entries one by one in reverse gives the same result.
    const backwards = new Ledger([], options);
    for (const entry of entries.toReversed()) backwards.update({ added: [entry], removed: [] });
    const sorted = (list: readonly { coinId: string }[]) =>
      list.toSorted((a, b) => (a.coinId < b.coinId ? -1 : a.coinId > b.coinId ? 1 : 0));
    const again = figuresOf(backwards);
    expect(sorted(again.disposals)).toEqual(sorted(figures.disposals));
    expect(sorted(again.lots)).toEqual(sorted(figures.lots));
    expect(sorted(again.holdings)).toEqual(sorted(figures.holdings));
  });
});

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elsewhere, type LedgerEntry, type Leg, type MoneyLeg } from './entry.ts';
import { formatAmount, formatMoney, parseAmount, parseMoney, unitCostOf } from './fixed-point.ts';
import { Ledger } from './ledger.ts';
import type { Method, Scope } from './lot.ts';

const folder = join(import.meta.dirname, '../../../../../shared/golden/ledger');

interface GoldenLeg {
  coinId?: string;
  currency?: string;
  amount: string;
}

interface GoldenCase {
  settings: { method: Method; scope: Scope; currency: string };
  transactions: {
    id: string;
    type: LedgerEntry['type'];
    occurredAt: string;
    in?: GoldenLeg;
    out?: GoldenLeg;
    fee?: GoldenLeg;
    value?: { currency: string; amount: string };
    wallet?: string;
    toWallet?: string;
    lots?: { transactionId: string; amount: string }[];
    acquiredAt?: string;
  }[];
  expected: {
    disposals: Record<string, unknown>[];
    lots: Record<string, unknown>[];
    holdings: Record<string, unknown>[];
    totals: Record<string, string>;
  };
}

const readLeg = (leg: GoldenLeg | undefined): Leg | null => {
  if (!leg) return null;
  return leg.coinId
    ? { coinId: leg.coinId, amount: parseAmount(leg.amount) }
    : { currency: leg.currency!, amount: parseMoney(leg.amount) };
};

function readEntry(body: GoldenCase['transactions'][number], index: number): LedgerEntry {
  return {
    id: body.id,
    type: body.type,
    occurredAt: Date.parse(body.occurredAt),
    in: readLeg(body.in),
    out: readLeg(body.out),
    fee: readLeg(body.fee),
    value: readLeg(body.value) as MoneyLeg | null,
    wallet: body.wallet === 'Elsewhere' ? elsewhere : (body.wallet ?? 'Main'),
    toWallet: body.toWallet ?? null,
    lots: (body.lots ?? []).map(({ transactionId, amount }) => ({
      transactionId,
      amount: parseAmount(amount),
    })),
    acquiredAt: body.acquiredAt ? Date.parse(body.acquiredAt) : null,
    isDateAssumed: false,
    rowIdentity: null,
    createdAt: index,
  };
}

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const money = (value: bigint | null) => (value === null ? null : formatMoney(value));

function figuresOf(ledger: Ledger) {
  const coins = ledger.listCoins().map((coinId) => ledger.figuresOf(coinId)!);
  const disposals = coins
    .flatMap((coin) => coin.disposals.map((disposal) => ({ coinId: coin.coinId, disposal })))
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
  const paid = ledger.listCoins().flatMap((coinId) => ledger.figuresOf(coinId)!.feesPaid);
  const fees = [...paid, ...ledger.listOtherFees()].reduce((sum, { value }) => sum + value!, 0n);
  return { disposals, lots, holdings, fees: formatMoney(fees) };
}

/** Plain figures of the case: without what only people read. */
const pick = (row: Record<string, unknown>) => {
  const { symbol: _symbol, wallets: _wallets, ...rest } = row;
  return rest;
};

const files = existsSync(folder) ? globSync('*.json', { cwd: folder }).sort() : [];

describe.skipIf(files.length === 0)('The worked examples', () => {
  it.each(files)('%s agrees to the last digit', (file) => {
    const golden = JSON.parse(readFileSync(join(folder, file), 'utf8')) as GoldenCase;
    const { method, scope, currency } = golden.settings;
    const valuer = {
      convert: (leg: MoneyLeg) => (leg.currency === currency ? leg.amount : null),
      priceOf: () => null,
    };
    const entries = golden.transactions.map(readEntry);
    const options = { method, scope, valuer };
    const ledger = new Ledger(entries, options);
    const figures = figuresOf(ledger);
    for (const disposal of golden.expected.disposals)
      expect(figures.disposals).toContainEqual(expect.objectContaining(pick(disposal)));
    expect(figures.disposals).toHaveLength(golden.expected.disposals.length);
    if (method !== 'average' && method !== 'uk')
      for (const coin of new Set(golden.expected.lots.map(({ coinId }) => coinId)))
        expect(figures.lots.filter(({ coinId }) => coinId === coin)).toEqual(
          golden.expected.lots.filter(({ coinId }) => coinId === coin).map(pick),
        );
    for (const holding of golden.expected.holdings)
      expect(figures.holdings).toContainEqual(expect.objectContaining(pick(holding)));
    expect(figures.fees).toBe(golden.expected.totals.fees);

    // Entered one by one and backwards it comes to the same.
    const backwards = new Ledger([], options);
    for (const entry of entries.toReversed()) backwards.update({ entries: [entry], removedIds: [] });
    const sorted = (list: readonly { coinId: string }[]) =>
      list.toSorted((a, b) => (a.coinId < b.coinId ? -1 : a.coinId > b.coinId ? 1 : 0));
    const again = figuresOf(backwards);
    expect(sorted(again.disposals)).toEqual(sorted(figures.disposals));
    expect(sorted(again.lots)).toEqual(sorted(figures.lots));
    expect(sorted(again.holdings)).toEqual(sorted(figures.holdings));
  });
});

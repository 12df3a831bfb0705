import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PortfolioTotals, PriceState, ValuedHolding } from '#contract/portfolio.ts';
import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import type { Position } from '../holdings/position.ts';
import { Exact, toPercent, toText, zero } from './exact.ts';

/** A coin's price in US dollars and its 24h change, as far as known. */
export interface HoldingPrice {
  readonly price: number | null;
  readonly change24h: number | null;
  readonly state: PriceState;
  readonly asOf: Instant | null;
}

export interface Performance {
  readonly totals: PortfolioTotals;
  readonly holdings: ValuedHolding[];
}

interface Valued {
  readonly holding: Position;
  readonly held: HoldingPrice;
  readonly invested: Exact;
  /** The part of the amount not included in `invested`. */
  readonly amountWithoutCost: Exact;
  /** Null without a price, like the fields below. */
  readonly price: Exact | null;
  readonly value: Exact | null;
  readonly pnl: Exact | null;
  readonly pnlPercent: Exact | null;
  readonly change24h: Exact | null;
}

const noPrice: HoldingPrice = { price: null, change24h: null, state: 'gone', asOf: null };

/**
 * Values holdings: value = amount × price; invested = their cost, or amount × purchase price (0 if none was entered);
 * P&L = value − invested; percent = P&L ÷ invested (0 if nothing was invested). All are exact except percentages
 * (`toPercent`). Coins missing from `prices` count as gone. Sorted by P&L percent, highest first, then by value;
 * holdings without a price come last.
 */
export function valueHoldings(
  holdings: readonly Position[],
  prices: ReadonlyMap<CoinId, HoldingPrice>,
): Performance {
  const steps = valueInSteps(holdings, prices);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Like `valueHoldings`, but yields to other calls in between. */
export async function valueHoldingsInSteps(
  holdings: readonly Position[],
  prices: ReadonlyMap<CoinId, HoldingPrice>,
): Promise<Performance> {
  const steps = valueInSteps(holdings, prices);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await yieldToEventLoop();
  }
}

/** Holdings per step: exact arithmetic takes a tenth of a millisecond for each. */
const holdingsAtOnce = 25;

function* valueInSteps(
  holdings: readonly Position[],
  prices: ReadonlyMap<CoinId, HoldingPrice>,
): Generator<undefined, Performance> {
  const valued: Valued[] = [];
  for (const holding of holdings) {
    valued.push(valueHolding(holding, prices.get(holding.coinId) ?? noPrice));
    if (valued.length % holdingsAtOnce === 0) yield;
  }
  const totals = sumUp(valued);
  valued.sort((a, b) => compareDescending(a.pnlPercent, b.pnlPercent) || compareDescending(a.value, b.value));
  const described: ValuedHolding[] = [];
  for (const one of valued) {
    described.push(describeHolding(one, totals.value));
    if (described.length % holdingsAtOnce === 0) yield;
  }
  return { totals: describeTotals(totals), holdings: described };
}

function valueHolding(holding: Position, held: HoldingPrice): Valued {
  const amount = new Exact(holding.amount);
  const invested = costOf(holding) ?? zero;
  const amountWithoutCost = new Exact(holding.amountWithoutCost ?? (hasCost(holding) ? 0 : holding.amount));
  if (held.price === null) {
    return {
      holding,
      held,
      invested,
      amountWithoutCost,
      price: null,
      value: null,
      pnl: null,
      pnlPercent: null,
      change24h: null,
    };
  }
  const price = new Exact(held.price);
  const value = amount.times(price);
  const pnl = value.minus(invested);
  const change24h = held.change24h === null ? null : amount.times(held.change24h);
  const pnlPercent = toPercent(pnl, invested);
  return { holding, held, invested, amountWithoutCost, price, value, pnl, pnlPercent, change24h };
}

const hasCost = ({ purchasePrice, cost = purchasePrice }: Position) => cost !== null;

function costOf({ amount, purchasePrice, cost }: Position): Exact | null {
  if (cost !== undefined) return cost === null ? null : new Exact(cost);
  return purchasePrice === null ? null : new Exact(amount).times(purchasePrice);
}

function compareDescending(a: Exact | null, b: Exact | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return b.comparedTo(a);
}

function sumUp(valued: readonly Valued[]) {
  const sum = {
    value: zero,
    invested: zero,
    change24h: zero,
    changedValue: zero,
    changed: 0,
    valueWithoutCost: zero,
    withoutCost: 0,
    withoutPrice: 0,
    investedWithoutPrice: zero,
  };
  for (const { value, invested, amountWithoutCost, price, change24h } of valued) {
    const isCostMissing = !amountWithoutCost.isZero();
    if (isCostMissing) sum.withoutCost += 1;
    if (value === null) {
      sum.withoutPrice += 1;
      sum.investedWithoutPrice = sum.investedWithoutPrice.plus(invested);
      continue;
    }
    sum.value = sum.value.plus(value);
    sum.invested = sum.invested.plus(invested);
    if (isCostMissing) sum.valueWithoutCost = sum.valueWithoutCost.plus(amountWithoutCost.times(price ?? 0));
    if (change24h === null) continue;
    sum.change24h = sum.change24h.plus(change24h);
    sum.changedValue = sum.changedValue.plus(value);
    sum.changed += 1;
  }
  return sum;
}

function describeTotals(sum: ReturnType<typeof sumUp>): PortfolioTotals {
  const pnl = sum.value.minus(sum.invested);
  const isChangeKnown = sum.changed > 0;
  const before = sum.changedValue.minus(sum.change24h);
  return {
    value: toText(sum.value),
    invested: toText(sum.invested),
    pnl: toText(pnl),
    pnlPercent: toText(toPercent(pnl, sum.invested)),
    change24h: isChangeKnown ? toText(sum.change24h) : null,
    change24hPercent: isChangeKnown ? toText(toPercent(sum.change24h, before)) : null,
    valueWithoutCost: toText(sum.valueWithoutCost),
    withoutCost: sum.withoutCost,
    withoutPrice: sum.withoutPrice,
    investedWithoutPrice: toText(sum.investedWithoutPrice),
  };
}

function describeHolding(valued: Valued, totalValue: Exact): ValuedHolding {
  const { holding, held, invested, amountWithoutCost, price, value, pnl, pnlPercent, change24h } = valued;
  const { cost: _cost, amountWithoutCost: _amount, ...item } = holding;
  return {
    ...item,
    price: textOrNull(price),
    priceState: held.state,
    priceAsOf: held.asOf === null ? null : new Date(held.asOf).toISOString(),
    value: textOrNull(value),
    invested: toText(invested),
    hasCost: hasCost(holding),
    amountWithoutCost: toText(amountWithoutCost),
    pnl: textOrNull(pnl),
    pnlPercent: textOrNull(pnlPercent),
    change24h: textOrNull(change24h),
    sharePercent: value && toText(toPercent(value, totalValue)),
  };
}

function textOrNull(value: Exact | null): DecimalText | null {
  return value && toText(value);
}

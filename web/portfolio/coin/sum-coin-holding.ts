import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import type { CoinId, DecimalText } from '#contract/units.ts';
import { divideDecimals, isZero, sumDecimals } from '../decimal-sum.ts';
import { lacksRate } from '../ledger-currency.ts';

/** The user's holding of one coin across all portfolios. */
export interface CoinHolding {
  /** The currency of the money, in upper case. */
  readonly currency: string;
  readonly amount: DecimalText;
  /** Null if there is no price. */
  readonly value: DecimalText | null;
  /** Of the part with a known cost, rounded half-even to 18 places. Null if no cost is known. */
  readonly averageCost: DecimalText | null;
  /** Of the part with a known cost. Null if no cost is known or a price is missing. */
  readonly unrealized: DecimalText | null;
  /** Whether money is missing because a day has no exchange rate. */
  readonly lacksRate: boolean;
}

/** Adds up the holdings of a coin in ledgers that share a currency. Null if there are none. */
export function sumCoinHolding(
  ledgers: readonly Pick<LedgerHoldings, 'currency' | 'holdings'>[],
  coinId: CoinId,
): CoinHolding | null {
  const holdings = ledgers
    .flatMap((ledger) => ledger.holdings)
    .filter((held) => held.coinId === coinId && !isZero(held.amount));
  const [first] = ledgers;
  if (!first || holdings.length === 0) return null;
  const values = holdings.map(({ value }) => value);
  const paid = holdings.filter(hasCost);
  const gains = paid.map(({ unrealized }) => unrealized);
  const cost = sumDecimals(paid.map(({ costBasis }) => costBasis));
  const bought = sumDecimals(
    paid.flatMap(({ amount, unknownCostAmount }) => [amount, negate(unknownCostAmount)]),
  );
  return {
    currency: first.currency,
    amount: sumDecimals(holdings.map(({ amount }) => amount)),
    value: isKnown(values) ? sumDecimals(values) : null,
    averageCost: divideDecimals(cost, bought),
    unrealized: paid.length > 0 && isKnown(gains) ? sumDecimals(gains) : null,
    lacksRate: holdings.some(lacksRate),
  };
}

/** Without an average cost, no part of the holding has a known cost, or more was sold than bought. */
const hasCost = (holding: LedgerHolding): holding is LedgerHolding & { costBasis: DecimalText } =>
  holding.costBasis !== null && holding.averageCost !== null;

const negate = (text: DecimalText): DecimalText => (text.startsWith('-') ? text.slice(1) : `-${text}`);

const isKnown = (figures: readonly (string | null)[]): figures is string[] =>
  figures.every((figure) => figure !== null);

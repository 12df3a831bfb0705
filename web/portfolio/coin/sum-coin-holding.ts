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
  const bought = sumDecimals(paid.map(amountWithCost));
  return {
    currency: first.currency,
    amount: sumDecimals(holdings.map(({ amount }) => amount)),
    value: isKnown(values) ? sumDecimals(values) : null,
    averageCost: paid.length === 1 ? paid[0]!.averageCost : divideDecimals(cost, bought),
    unrealized: paid.length > 0 && isKnown(gains) ? sumDecimals(gains) : null,
    lacksRate: holdings.some(lacksRate),
  };
}

type PaidHolding = LedgerHolding & { costBasis: DecimalText; averageCost: DecimalText };

/** Whether any part of the balance has a known cost. False for a negative balance. */
const hasCost = (holding: LedgerHolding): holding is PaidHolding =>
  holding.costBasis !== null && holding.averageCost !== null && !holding.amount.startsWith('-');

/**
 * The amount that the cost was paid for. It can exceed the balance: coins sold before any purchase is known reduce the
 * balance, but no lot.
 */
const amountWithCost = ({ costBasis, averageCost, amount }: PaidHolding): DecimalText =>
  divideDecimals(costBasis, averageCost) ?? amount;

const isKnown = (figures: readonly (string | null)[]): figures is string[] =>
  figures.every((figure) => figure !== null);

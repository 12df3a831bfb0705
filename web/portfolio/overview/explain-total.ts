import type { LedgerHolding, LedgerHoldings, ProblemKind } from '#contract/ledger/figures.ts';
import type { DecimalText } from '#contract/units.ts';
import type { ExplainedTotalName } from '#web/ui/overlay/overlays.ts';
import { isZero, sumDecimals } from '../decimal-sum.ts';
import { priceMarks } from '../holdings/price-marks.ts';

/** A holding that makes a total differ from the ledger's. */
export interface ExplainedHolding {
  readonly holding: LedgerHolding;
  /** Why its cost or price isn't known, to follow its name: `no cost recorded`. */
  readonly why: string;
  /** What it adds to the total; null if nothing. */
  readonly counted: DecimalText | null;
  /** What is left out because there is no price: its cost, as far as that is known. */
  readonly leftOut: DecimalText | null;
}

/** A total that has no proof of its own, as a sum of figures that have one. */
export interface ExplainedTotal {
  /** Null if not known. */
  readonly result: DecimalText | null;
  /** The ledger's figure of all that is known; null if nothing is. */
  readonly known: DecimalText | null;
  /** Whether `known` is the ledger's own total, which has a proof. */
  readonly isProven: boolean;
  readonly withoutCost: readonly ExplainedHolding[];
  readonly withoutPrice: readonly ExplainedHolding[];
}

type Figures = Pick<LedgerHoldings, 'holdings' | 'totals'>;

/**
 * How the profit and the cost of a portfolio are counted if some holdings have no known cost or price. The profit is
 * the ledger's unrealized gain, and the value of all that has no cost; holdings without a price are left out. The cost
 * is the ledger's, less that of holdings without a price. Nothing is estimated: the parts add up to `readTotals`.
 */
export function explainTotal(name: ExplainedTotalName, { holdings, totals }: Figures): ExplainedTotal {
  const isGain = name === 'Total P&L';
  const figure = isGain ? 'unrealized' : 'costBasis';
  const known = sumKnown(holdings.map((holding) => holding[figure]));
  const withoutPrice = holdings
    .filter(({ value }) => value === null)
    .map((holding) => {
      const { costBasis } = holding;
      const counted = isGain || costBasis === null ? null : negate(costBasis);
      return { holding, why: explainPrice(holding), counted, leftOut: costBasis };
    });
  const withoutCost = holdings.filter(lacksCost).map((holding) => {
    const counted = isGain ? valueWithoutCost(holding) : null;
    return { holding, why: explainCost(holding), counted, leftOut: null };
  });
  return {
    known,
    isProven: known !== null && isSame(known, totals[figure]),
    withoutCost,
    withoutPrice,
    result: sumKnown([known, ...[...withoutCost, ...withoutPrice].map(({ counted }) => counted)]),
  };
}

function lacksCost(holding: LedgerHolding): boolean {
  const { value, unknownCostAmount } = holding;
  return value !== null && (!isZero(unknownCostAmount) || !isZero(valueWithoutCost(holding) ?? '0'));
}

/** The value of the part without a known cost. Null without a price. */
function valueWithoutCost({ value, costBasis, unrealized }: LedgerHolding): DecimalText | null {
  if (value === null) return null;
  return sumDecimals([
    value,
    ...[costBasis, unrealized].flatMap((part) => (part === null ? [] : negate(part))),
  ]);
}

const costReasons: Partial<Record<ProblemKind, string>> = {
  unknown_origin: 'some came from a place without a history',
  no_rate: 'there is no exchange rate for what was paid',
  price_pending: 'its price when it was received is being looked up',
  no_price: 'there is no price of when it was received',
};

function explainCost(holding: LedgerHolding): string {
  const { amount, problems } = holding;
  if (amount.startsWith('-')) return 'more was sold than bought';
  if (valueWithoutCost(holding)?.startsWith('-')) return 'more left a wallet than was in it';
  const reasons = problems.flatMap(({ kind, transactionId }) =>
    transactionId === null ? [] : (costReasons[kind] ?? []),
  );
  return reasons[0] ?? 'no cost recorded';
}

function explainPrice({ priceState, problems }: LedgerHolding): string {
  const isRateMissing = problems.some(
    ({ kind, transactionId }) => kind === 'no_rate' && transactionId === null,
  );
  if (isRateMissing) return 'no exchange rate for its price';
  const mark = priceMarks[priceState] ?? priceMarks.unavailable ?? '';
  return mark.slice(0, 1).toLowerCase() + mark.slice(1);
}

/** Null if none is known. */
function sumKnown(texts: readonly (DecimalText | null)[]): DecimalText | null {
  const known = texts.filter((text) => text !== null);
  return known.length === 0 ? null : sumDecimals(known);
}

const negate = (text: DecimalText): DecimalText => (text.startsWith('-') ? text.slice(1) : `-${text}`);

const isSame = (one: DecimalText, other: DecimalText | null): boolean =>
  other !== null && isZero(sumDecimals([one, negate(other)]));

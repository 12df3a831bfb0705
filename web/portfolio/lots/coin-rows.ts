import type { LedgerHolding } from '#contract/ledger/figures.ts';
import type { ValuedHolding } from '#contract/portfolio.ts';
import type { DecimalText } from '#contract/units.ts';
import { compareDecimals, sumDecimals } from '../decimal-sum.ts';

/** A row of the table: a coin's ledger figures and its 24h change. */
export interface CoinRow {
  readonly holding: LedgerHolding;
  /** The coin's 24h change in percent. Null if not known. */
  readonly dayPercent: number | null;
  /** Percentage of the portfolio's value. Null without a price. */
  readonly share: DecimalText | null;
  /** The coin's positions that were added by the simple form and can be edited in it. */
  readonly positions: readonly ValuedHolding[];
}

/** One row for each coin of the ledger. */
export function toRows(holdings: readonly LedgerHolding[], valued: readonly ValuedHolding[]): CoinRow[] {
  return holdings.map((holding) => {
    const items = valued.filter(({ coinId }) => coinId === holding.coinId);
    return {
      holding,
      dayPercent: dayPercentOf(items),
      share: sumKnown(items.map(({ sharePercent }) => sharePercent)),
      positions: items.filter(({ id }) => !id.startsWith('coin:')),
    };
  });
}

/** A coin's 24h price change in percent, derived from the change in value of a holding. */
function dayPercentOf(items: readonly ValuedHolding[]): number | null {
  const known = items.find(({ value, change24h }) => value !== null && change24h !== null);
  if (!known) return null;
  const [value, change] = [Number(known.value), Number(known.change24h)];
  return value !== change ? (change / (value - change)) * 100 : null;
}

function sumKnown(texts: readonly (string | null)[]): string | null {
  const known = texts.filter((text) => text !== null);
  return known.length === 0 ? null : sumDecimals(known);
}

/** The time of the oldest live price. Null if there is none; other prices are marked in their rows. */
export function findOldestLivePrice(holdings: readonly LedgerHolding[]): string | null {
  const times = holdings.flatMap(({ priceState, priceAsOf }) =>
    priceState === 'live' && priceAsOf !== null ? [priceAsOf] : [],
  );
  return times.sort()[0] ?? null;
}

/** Sortable columns. */
export type CoinColumn =
  | 'name'
  | 'amount'
  | 'averageCost'
  | 'price'
  | 'day'
  | 'value'
  | 'unrealized'
  | 'unrealizedPercent'
  | 'realized';

export interface CoinOrder {
  readonly column: CoinColumn;
  readonly isAscending: boolean;
}

/** P&L in percent, highest first. */
export const initialOrder: CoinOrder = { column: 'unrealizedPercent', isAscending: false };

/**
 * The order after a press on a column header. The active column reverses; names start ascending, figures descending.
 */
export function nextOrder(order: CoinOrder, column: CoinColumn): CoinOrder {
  if (order.column === column) return { column, isAscending: !order.isAscending };
  return { column, isAscending: column === 'name' };
}

const names = new Intl.Collator('en', { sensitivity: 'base' });

/** A stable sort. Rows without the figure come last in either direction. */
export function sortRows(rows: readonly CoinRow[], { column, isAscending }: CoinOrder): CoinRow[] {
  const sign = isAscending ? 1 : -1;
  return rows.toSorted((a, b) => {
    if (column === 'name') return sign * names.compare(a.holding.name, b.holding.name);
    const [one, other] = [figureOf(a, column), figureOf(b, column)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (typeof one === 'number' || typeof other === 'number') return sign * (Number(one) - Number(other));
    return sign * compareDecimals(one, other);
  });
}

function figureOf({ holding, dayPercent }: CoinRow, column: Exclude<CoinColumn, 'name'>) {
  // Without a recorded cost the gain counts as 0%, as specified. Without a price it is not known.
  if (column === 'unrealizedPercent' && holding.value !== null) return holding.unrealizedPercent ?? '0';
  return column === 'day' ? dayPercent : holding[column];
}

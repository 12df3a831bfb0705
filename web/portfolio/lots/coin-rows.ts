import type { LedgerHolding } from '#contract/ledger/figures.ts';
import type { ValuedHolding } from '#contract/portfolio.ts';
import type { DecimalText } from '#contract/units.ts';
import { compareDecimals, sumDecimals } from '../decimal-sum.ts';

/** A coin in the table: what the ledger says of it, and what the market does today. */
export interface CoinRow {
  readonly holding: LedgerHolding;
  /** Percent; null: not known. */
  readonly dayPercent: number | null;
  /** Of the portfolio's value, in percent; null without a price. */
  readonly share: DecimalText | null;
  /** Positions of it that can be changed as they were added. */
  readonly positions: readonly ValuedHolding[];
}

/** The rows of the table, one for each coin of the ledger. */
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

/** The change of a coin's price in a day, from what it did to the holdings of it. */
function dayPercentOf(items: readonly ValuedHolding[]): number | null {
  const known = items.find(({ value, change24h }) => value !== null && change24h !== null);
  if (!known) return null;
  const [value, change] = [Number(known.value), Number(known.change24h)];
  return value - change > 0 ? (change / (value - change)) * 100 : null;
}

function sumKnown(texts: readonly (string | null)[]): string | null {
  const known = texts.filter((text) => text !== null);
  return known.length === 0 ? null : sumDecimals(known);
}

/** Columns by which the holdings can be sorted. */
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

/** By P&L in percent, the highest first. */
export const initialOrder: CoinOrder = { column: 'unrealizedPercent', isAscending: false };

/** The order after a press on a column head: the active one reverses; names start ascending, figures descending. */
export function nextOrder(order: CoinOrder, column: CoinColumn): CoinOrder {
  if (order.column === column) return { column, isAscending: !order.isAscending };
  return { column, isAscending: column === 'name' };
}

const names = new Intl.Collator('en', { sensitivity: 'base' });

/** The rows in an order; equal ones keep theirs, and those without the figure come last either way. */
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
  // What cost nothing that is known has gained 0 %, as the specification has it; without a price there is nothing to say.
  if (column === 'unrealizedPercent' && holding.value !== null) return holding.unrealizedPercent ?? '0';
  return column === 'day' ? dayPercent : holding[column];
}

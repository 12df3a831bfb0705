import type { ValuedHolding } from '#contract/portfolio.ts';
import { compareDecimals } from '../decimal-sum.ts';

/** Columns by which holdings can be sorted. */
export type HoldingColumn = 'name' | 'amount' | 'purchasePrice' | 'price' | 'value' | 'pnl' | 'pnlPercent';

export interface HoldingOrder {
  readonly column: HoldingColumn;
  readonly isAscending: boolean;
}

/** As the server sends them: by P&L percent, the highest first. */
export const initialOrder: HoldingOrder = { column: 'pnlPercent', isAscending: false };

/** The order after a press on a column head: the active one reverses; names start ascending, figures descending. */
export function nextOrder(order: HoldingOrder, column: HoldingColumn): HoldingOrder {
  if (order.column === column) return { column, isAscending: !order.isAscending };
  return { column, isAscending: column === 'name' };
}

const names = new Intl.Collator('en', { sensitivity: 'base' });

/** The holdings in an order; equal ones keep theirs, and those without the figure come last either way. */
export function sortHoldings(
  holdings: readonly ValuedHolding[],
  { column, isAscending }: HoldingOrder,
): ValuedHolding[] {
  const sign = isAscending ? 1 : -1;
  return holdings.toSorted((a, b) => {
    if (column === 'name') return sign * names.compare(a.name, b.name);
    const [one, other] = [a[column], b[column]];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * compareDecimals(one, other);
  });
}

import type { PortfolioPerformance, ValuedHolding } from '#contract/portfolio.ts';
import { type CsvCell, writeCsv } from '../csv.ts';

type Column = readonly [
  name: string,
  cell: (holding: ValuedHolding, source: PortfolioPerformance['source']) => CsvCell,
];

const text = (written: string | null): CsvCell => (written === null ? null : { text: written });
const decimal = (written: string | null): CsvCell => (written === null ? null : { decimal: written });
const ifCost = (holding: ValuedHolding, written: string | null) =>
  holding.hasCost && holding.amountWithoutCost === '0' ? decimal(written) : null;

const columns: readonly Column[] = [
  ['coin_id', ({ coinId }) => text(coinId)],
  ['symbol', ({ symbol }) => text(symbol)],
  ['name', ({ name }) => text(name)],
  ['amount', ({ amount }) => decimal(amount)],
  ['purchase_price_usd', ({ purchasePrice }) => decimal(purchasePrice)],
  ['price_usd', ({ price }) => decimal(price)],
  ['value_usd', ({ value }) => decimal(value)],
  ['invested_usd', (holding) => ifCost(holding, holding.invested)],
  ['pnl_usd', (holding) => ifCost(holding, holding.pnl)],
  ['pnl_percent', (holding) => ifCost(holding, holding.pnlPercent)],
  ['price_state', ({ priceState }) => text(priceState)],
  ['price_source', ({ price }, source) => text(price === null ? null : source)],
  ['price_time', ({ priceAsOf }) => text(priceAsOf)],
];

/**
 * A portfolio as CSV: a header, then one row per holding, with every digit. Without a price, the value and the P&L are
 * empty; if a part has no known cost, the cost and the P&L.
 */
export function writeHoldingsCsv({ holdings, source }: PortfolioPerformance): string {
  const header = columns.map(([name]) => text(name));
  const rows = holdings.map((holding) => columns.map(([, cell]) => cell(holding, source)));
  return writeCsv([header, ...rows]);
}

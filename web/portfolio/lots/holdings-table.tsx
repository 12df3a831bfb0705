import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { Fragment, useState } from 'react';
import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import { formatDecimalMoney } from '#web/lib/decimal-formats.ts';
import { currencyOf, isWide } from '#web/lib/money/currency.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import card from '#web/ui/styles/card.module.css';
import table from '#web/ui/styles/table.module.css';
import { useMedia } from '#web/ui/use-media.ts';
import { inSentence, scopeNames } from '../methods/method-words.ts';
import { useOwnFigures } from '../own-figures.ts';
import { CoinHoldingRow } from './coin-row.tsx';
import {
  type CoinColumn,
  type CoinOrder,
  type CoinRow,
  findOldestLivePrice,
  initialOrder,
  nextOrder,
  sortRows,
  toRows,
} from './coin-rows.ts';
import styles from './lots.module.css';
import { LotsPanel, type PositionActions } from './lots-panel.tsx';

interface HoldingsTableProps extends PositionActions {
  portfolioId: string;
  ledger: LedgerHoldings;
  performance: PortfolioPerformance;
  onSettings: () => void;
}

const columns: readonly { column: CoinColumn; label: string; className: string | undefined }[] = [
  { column: 'name', label: 'Coin', className: `${table.left} ${styles.coinCell}` },
  { column: 'amount', label: 'Amount', className: styles.amountCell },
  { column: 'averageCost', label: 'Average cost', className: styles.averageCell },
  { column: 'price', label: 'Price', className: styles.priceCell },
  { column: 'day', label: '24h', className: styles.dayCell },
  { column: 'value', label: 'Value', className: styles.valueCell },
];
const lastColumns: typeof columns = [
  { column: 'unrealizedPercent', label: 'Unrealized', className: styles.profitCell },
  { column: 'realized', label: 'Realized', className: styles.realizedCell },
];

/** If a figure is wider than this number of digits, figures are set smaller and the share column is hidden. */
const maxLargeWidth = 10.6;
/** The same for values, which have more room from 1024 px on. */
const maxLargeValueWidth = 12.6;
/** Separators are about half as wide as digits. */
const widthInDigits = (text: string) => text.length - 0.5 * (text.match(/[.,’\s]/g)?.length ?? 0);

const directionOf = ({ isAscending }: CoinOrder) => (isAscending ? 'ascending' : 'descending');

/** The coins of a portfolio, initially by P&L percent (highest first), sortable by any column. */
export function HoldingsTable({
  portfolioId,
  ledger,
  performance,
  onSettings,
  ...actions
}: HoldingsTableProps) {
  const [order, setOrder] = useState(initialOrder);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = sortRows(toRows(ledger.holdings, performance.holdings), order);
  const pricedAt = findOldestLivePrice(ledger.holdings);
  const hasLongFigures = useHasLongFigures(rows, ledger.currency);
  const own = useOwnFigures();
  const hasLongValues = rows.some(
    ({ holding: { value } }) => widthInDigits(own.money(value, ledger.currency)) > maxLargeWidth,
  );
  const visibleColumns = useVisibleColumns(hasLongFigures);
  const largestShare = Math.max(0, ...rows.map(({ share }) => Number(share ?? 0)));
  const toggle = (coinId: string) => {
    const next = new Set(open);
    if (!next.delete(coinId)) next.add(coinId);
    setOpen(next);
  };
  const head = ({ column, label, className }: (typeof columns)[number]) => (
    <SortHead
      key={column}
      className={className}
      label={label}
      direction={order.column === column ? directionOf(order) : undefined}
      onSort={() => setOrder(nextOrder(order, column))}
    />
  );
  return (
    <section
      className={`${card.card} ${table.card} ${styles.holdings}`}
      data-list="holdings"
      data-wide={hasLongFigures || undefined}
      data-long-values={hasLongValues || undefined}
      aria-labelledby="holdings-title"
    >
      <h2 className="visuallyHidden" id="holdings-title">
        Holdings
      </h2>
      <table className={table.table} aria-labelledby="holdings-title">
        <thead>
          <tr>
            {columns.map(head)}
            <th className={styles.shareCell} scope="col">
              Share
            </th>
            {lastColumns.map(head)}
            <th className={styles.openCell} scope="col">
              <span className="visuallyHidden">Lots</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { coinId } = row.holding;
            const isOpen = open.has(coinId);
            return (
              <Fragment key={coinId}>
                <CoinHoldingRow
                  row={row}
                  figures={ledger}
                  largestShare={largestShare}
                  isOpen={isOpen}
                  onToggle={() => toggle(coinId)}
                />
                {isOpen && (
                  <tr className={styles.lotsRow}>
                    <td colSpan={visibleColumns}>
                      <LotsPanel portfolioId={portfolioId} row={row} figures={ledger} {...actions} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      <div className={styles.foot}>
        <span>
          {pricedAt !== null && (
            <>
              Prices as of <ClockTime at={pricedAt} />.{' '}
            </>
          )}
          Method: {inSentence(ledger.method)}, {scopeNames[ledger.scope].toLowerCase()}.
        </span>
        <button type="button" className="link" aria-haspopup="dialog" onClick={onSettings}>
          Change the method
        </button>
      </div>
    </section>
  );
}

function useHasLongFigures(rows: readonly CoinRow[], currency: string): boolean {
  const own = useOwnFigures();
  if (isWide(currencyOf(currency))) return true;
  return rows.some(
    ({ holding: { averageCost, price, value } }) =>
      widthInDigits(own.money(value, currency)) > maxLargeValueWidth ||
      [averageCost, price].some((text) => widthInDigits(formatDecimalMoney(text, currency)) > maxLargeWidth),
  );
}

/** The number of visible columns. A cell with a larger `colSpan` would create another column. */
function useVisibleColumns(hasLongFigures: boolean): number {
  const [isWide, isMiddle, isTablet] = [
    useMedia('(min-width: 1200px)'),
    useMedia('(min-width: 1024px)'),
    useMedia('(min-width: 768px)'),
  ];
  const share = hasLongFigures ? 0 : 1;
  if (isWide) return 9 + share;
  if (isMiddle) return 7 + share;
  return isTablet ? 6 : 3;
}

interface SortHeadProps {
  className: string | undefined;
  label: string;
  /** Undefined unless the table is sorted by this column. */
  direction: 'ascending' | 'descending' | undefined;
  onSort: () => void;
}

function SortHead({ className, label, direction, onSort }: SortHeadProps) {
  const Chevron = direction === 'ascending' ? ChevronUp : ChevronDown;
  return (
    <th className={className} scope="col" aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={onSort}>
        <Chevron className="icon" aria-hidden="true" />
        {label}
      </button>
    </th>
  );
}

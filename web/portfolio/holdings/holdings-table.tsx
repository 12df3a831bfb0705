import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useState } from 'react';
import type { PortfolioPerformance, ValuedHolding } from '#contract/portfolio.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import card from '#web/ui/styles/card.module.css';
import table from '#web/ui/styles/table.module.css';
import { HoldingRow } from './holding-row.tsx';
import styles from './holdings.module.css';
import {
  type HoldingColumn,
  type HoldingOrder,
  initialOrder,
  nextOrder,
  sortHoldings,
} from './sort-holdings.ts';

interface HoldingsTableProps {
  performance: PortfolioPerformance;
  onEdit: (holding: ValuedHolding) => void;
  onDelete: (holding: ValuedHolding) => void;
}

const columns: readonly { column: HoldingColumn; label: string; className: string | undefined }[] = [
  { column: 'name', label: 'Coin', className: `${table.left} ${styles.coinCell}` },
  { column: 'amount', label: 'Amount', className: styles.amountCell },
  { column: 'purchasePrice', label: 'Purchase Price', className: styles.costCell },
  { column: 'price', label: 'Price', className: styles.priceCell },
  { column: 'value', label: 'Value', className: styles.valueHead },
  { column: 'pnl', label: 'P&L', className: styles.profitCell },
  { column: 'pnlPercent', label: 'P&L %', className: styles.percentCell },
];

const directionOf = ({ isAscending }: HoldingOrder) => (isAscending ? 'ascending' : 'descending');

/** The holdings, first by P&L percent with the highest first, then by any column. */
export function HoldingsTable({ performance: { asOf, holdings }, onEdit, onDelete }: HoldingsTableProps) {
  const [order, setOrder] = useState(initialOrder);
  return (
    <section
      className={`${card.card} ${table.card} ${styles.holdings}`}
      data-list="holdings"
      aria-labelledby="holdings-title"
    >
      <div className={card.head}>
        <h2 className="heading3" id="holdings-title">
          Holdings
        </h2>
        <Freshness asOf={asOf} />
      </div>
      <table className={table.table} aria-labelledby="holdings-title">
        <thead>
          <tr>
            {columns.map(({ column, label, className }) => (
              <SortHead
                key={column}
                className={className}
                label={label}
                direction={order.column === column ? directionOf(order) : undefined}
                onSort={() => setOrder(nextOrder(order, column))}
              />
            ))}
            <th className={styles.actionsCell} scope="col">
              <span className="visuallyHidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sortHoldings(holdings, order).map((holding) => (
            <HoldingRow
              key={holding.id}
              holding={holding}
              onEdit={() => onEdit(holding)}
              onDelete={() => onDelete(holding)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface SortHeadProps {
  className: string | undefined;
  label: string;
  /** Undefined where another column is sorted by. */
  direction: 'ascending' | 'descending' | undefined;
  onSort: () => void;
}

function SortHead({ className, label, direction, onSort }: SortHeadProps) {
  const Chevron = direction === 'ascending' ? ChevronUp : ChevronDown;
  return (
    <th className={className} scope="col" aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {label}
        <Chevron className="icon" aria-hidden="true" />
      </button>
    </th>
  );
}

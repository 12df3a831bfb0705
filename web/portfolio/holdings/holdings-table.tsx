import ChevronDown from 'lucide-react/icons/chevron-down';
import type { PortfolioPerformance, ValuedHolding } from '#contract/portfolio.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import card from '#web/ui/styles/card.module.css';
import table from '#web/ui/styles/table.module.css';
import { HoldingRow } from './holding-row.tsx';
import styles from './holdings.module.css';

interface HoldingsTableProps {
  performance: PortfolioPerformance;
  onEdit: (holding: ValuedHolding) => void;
  onDelete: (holding: ValuedHolding) => void;
}

/** The holdings by P&L percent, the highest first. */
export function HoldingsTable({ performance: { asOf, holdings }, onEdit, onDelete }: HoldingsTableProps) {
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
            <th className={`${table.left} ${styles.coinCell}`} scope="col">
              Coin
            </th>
            <th className={styles.amountCell} scope="col">
              Amount
            </th>
            <th className={styles.costCell} scope="col">
              Purchase Price
            </th>
            <th className={styles.priceCell} scope="col">
              Price
            </th>
            <th className={styles.valueHead} scope="col">
              Value
            </th>
            <th className={styles.profitCell} scope="col">
              P&amp;L
            </th>
            <th className={styles.percentCell} scope="col" aria-sort="descending">
              <span className={styles.sorted}>
                <ChevronDown className="icon" aria-hidden="true" />
                P&amp;L %
              </span>
            </th>
            <th className={styles.actionsCell} scope="col">
              <span className="visuallyHidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {holdings.map((holding) => (
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

import { ChevronDown } from 'lucide-react';
import type { PortfolioPerformance, ValuedHolding } from '#contract/portfolio.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import { HoldingRow } from './holding-row.tsx';

interface HoldingsTableProps {
  performance: PortfolioPerformance;
  onEdit: (holding: ValuedHolding) => void;
  onDelete: (holding: ValuedHolding) => void;
}

/** The holdings by P&L percent, the highest first. */
export function HoldingsTable({ performance: { asOf, holdings }, onEdit, onDelete }: HoldingsTableProps) {
  return (
    <section className="card tablecard ho" data-list="holdings" aria-labelledby="holdings-title">
      <div className="card-h">
        <h2 className="h3" id="holdings-title">
          Holdings
        </h2>
        <Freshness asOf={asOf} />
      </div>
      <table className="t" aria-labelledby="holdings-title">
        <thead>
          <tr>
            <th className="l ho-coin" scope="col">
              Coin
            </th>
            <th className="ho-amt" scope="col">
              Amount
            </th>
            <th className="ho-cost" scope="col">
              Purchase Price
            </th>
            <th className="ho-price" scope="col">
              Price
            </th>
            <th className="ho-value-h" scope="col">
              Value
            </th>
            <th className="ho-pnl" scope="col">
              P&amp;L
            </th>
            <th className="ho-pct" scope="col" aria-sort="descending">
              <span className="ho-sorted">
                <ChevronDown className="i" aria-hidden="true" />
                P&amp;L %
              </span>
            </th>
            <th className="ho-acts" scope="col">
              <span className="vh">Actions</span>
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

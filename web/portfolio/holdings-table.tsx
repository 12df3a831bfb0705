import type { PortfolioPerformance, ValuedHolding } from '#contract/portfolio.ts';
import { Freshness } from '../market/freshness.tsx';
import { HoldingRow } from './holding-row.tsx';

interface HoldingsTableProps {
  performance: PortfolioPerformance;
  onEdit: (holding: ValuedHolding) => void;
  onDelete: (holding: ValuedHolding) => void;
}

/** The holdings by P&L percent, the highest first. */
export function HoldingsTable({ performance: { asOf, holdings }, onEdit, onDelete }: HoldingsTableProps) {
  return (
    <section className="card tablecard ho" aria-labelledby="holdings-title">
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
            <th className="c-h c-a" scope="col">
              Amount
            </th>
            <th className="c-h" scope="col">
              Purchase Price
            </th>
            <th className="c-h" scope="col">
              Price
            </th>
            <th className="ho-value-h" scope="col">
              Value
            </th>
            <th className="c-h" scope="col">
              P&amp;L
            </th>
            <th className="c-h ho-percent-h" scope="col" aria-sort="descending">
              P&amp;L %
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

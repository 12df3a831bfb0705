import type { ValuedHolding } from '#contract/portfolio.ts';
import { formatShare } from '#web/lib/decimal-formats.ts';
import card from '#web/ui/styles/card.module.css';
import { useOwnFigures } from '../own-figures.ts';
import styles from '../portfolio.module.css';
import { allocate, explainNoAllocation } from './allocation.ts';

/** A portfolio's allocation by coin, as a bar with a legend. */
export function AllocationCard({ holdings }: { holdings: readonly ValuedHolding[] }) {
  const own = useOwnFigures();
  const slices = allocate(holdings);
  return (
    <section className={`${card.card} ${card.padded}`} aria-labelledby="allocation-title">
      <h2 className={`heading3 ${styles.allocationHead}`} id="allocation-title">
        Allocation
      </h2>
      {slices.length === 0 && <p className="muted">{explainNoAllocation(holdings)}</p>}
      {slices.length > 0 && (
        <div className={styles.allocationBar} aria-hidden="true">
          {slices.map(({ key, share }, index) => (
            <span key={key} data-series={index + 1} style={{ flexGrow: Number(share) }} />
          ))}
        </div>
      )}
      <ul className={styles.allocationList}>
        {slices.map(({ key, name, value, share }, index) => (
          <li key={key} className={styles.allocationRow}>
            <span data-series={index + 1} aria-hidden="true" />
            <span className={styles.allocationName} title={name}>
              {name}
            </span>
            <span className="figures muted small" title={own.moneyTitle(value)}>
              {own.shortMoney(value)}
            </span>
            <span className="figures">{formatShare(share)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

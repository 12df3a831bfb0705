import type { ValuedHolding } from '#contract/portfolio.ts';
import { exactMoneyTitle, formatRoughMoney, formatShare } from '#web/lib/decimal-formats.ts';
import { allocate } from './allocation.ts';

/** What a portfolio's value is made of, as a bar and in words. */
export function AllocationCard({ holdings }: { holdings: readonly ValuedHolding[] }) {
  const slices = allocate(holdings);
  return (
    <section className="card card-pad" aria-labelledby="allocation-title">
      <h2 className="h3 alloc-h" id="allocation-title">
        Allocation
      </h2>
      {slices.length === 0 && <p className="muted">No coin here has a price right now.</p>}
      {slices.length > 0 && (
        <div className="alloc-bar" aria-hidden="true">
          {slices.map(({ key, share }, index) => (
            <span key={key} data-series={index + 1} style={{ flexGrow: Number(share) }} />
          ))}
        </div>
      )}
      <ul>
        {slices.map(({ key, name, value, share }, index) => (
          <li key={key} className="alloc-r">
            <span data-series={index + 1} aria-hidden="true" />
            <span className="alloc-n" title={name}>
              {name}
            </span>
            <span className="num muted small" title={exactMoneyTitle(value)}>
              {formatRoughMoney(value)}
            </span>
            <span className="num">{formatShare(share)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { Firing } from '#contract/alerts/alerts.ts';
import { formatDecimalPercent, formatEveryDigit } from '#web/lib/decimal-formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import coinCell from '#web/market/coin-cell.module.css';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import badge from '#web/ui/styles/badge.module.css';
import freshness from '#web/ui/styles/freshness.module.css';
import { describeCrossing } from '../alert-words.ts';
import { describeTimes } from '../list/alert-times.ts';
import alerts from '../list/alerts.module.css';
import firingStyles from './firing.module.css';

/** A firing: one time that an alert fired. */
export function FiringRow({ firing }: { firing: Firing }) {
  const { coinId, name, price, currency, change24h, note, seen, source } = firing;
  const now = useNow() ?? Date.now();
  return (
    <article
      className={firingStyles.firing}
      data-unseen={!seen || undefined}
      aria-label={`${name}: ${describeCrossing(firing)}`}
    >
      <CoinLogo coinId={coinId} size={26} />
      <div className={firingStyles.body}>
        <p>
          <span className={coinCell.name}>{name}</span>{' '}
          <span className="muted">{describeCrossing(firing)}</span>
        </p>
        <p className={`small muted ${firingStyles.price}`}>
          <span className="figures">
            At {formatEveryDigit(price, currency)}
            {change24h !== null && `, ${formatDecimalPercent(change24h)} in 24h`}
          </span>
          {source === 'simulated' && (
            <span className={freshness.warning}>
              <span className={freshness.dot} />
              Demo market
            </span>
          )}
        </p>
        {note && <p className={`small muted ${alerts.rowNote}`}>{note}</p>}
        <p className="meta">{describeTimes(firing, now)}</p>
      </div>
      {!seen && <span className={badge.accent}>New</span>}
    </article>
  );
}

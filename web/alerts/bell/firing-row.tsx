import type { Firing } from '#contract/alerts.ts';
import { formatDollars } from '#contract/decimal.ts';
import { formatDecimalPercent } from '#web/lib/decimal-formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { describeCrossing } from '../alert-words.ts';
import { describeTimes } from '../list/alert-times.ts';

/** One time that an alert fired. */
export function FiringRow({ firing }: { firing: Firing }) {
  const { coinId, name, price, change24h, note, seen, source } = firing;
  const now = useNow() ?? Date.now();
  return (
    <article
      className="firing"
      data-unseen={!seen || undefined}
      aria-label={`${name}: ${describeCrossing(firing)}`}
    >
      <CoinLogo coinId={coinId} size={26} />
      <div className="firing-b">
        <p>
          <span className="coin-n">{name}</span> <span className="muted">{describeCrossing(firing)}</span>
        </p>
        <p className="small muted">
          <span className="num">
            At {formatDollars(price)}
            {change24h !== null && `, ${formatDecimalPercent(change24h)} in 24h`}
          </span>
          {source === 'simulated' && (
            <span className="fresh fresh-warn firing-demo">
              <span className="dot" />
              Demo market
            </span>
          )}
        </p>
        {note && <p className="small muted arow-note">{note}</p>}
        <p className="meta">{describeTimes(firing, now)}</p>
      </div>
      {!seen && <span className="badge badge-accent">New</span>}
    </article>
  );
}

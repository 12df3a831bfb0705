import { useQuery } from '@tanstack/react-query';
import type { Global } from '#contract/market.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import { openOverlay, prepareOverlay, useOverlay } from '#web/ui/overlay/overlays.ts';
import { globalQuery } from '../../market/queries.ts';
import { Change } from '../../ui/change.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { overviewFigures } from './overview-figures.ts';
import styles from './strip.module.css';

/** The market at a glance: four figures, each with its explanation, and how fresh they are. */
export function Strip() {
  const { data, isError } = useQuery(globalQuery());
  const open = useOverlay();
  return (
    <section className={styles.strip} aria-label="Global market">
      <div className="pageWidth">
        {isError && !data ? (
          <p className={styles.error} role="alert">
            Failed to load market data. Please try again later.
          </p>
        ) : (
          overviewFigures.map(({ id, label, format }) => (
            <button
              key={id}
              className={styles.item}
              type="button"
              id={`figure-${id}`}
              aria-haspopup="dialog"
              aria-expanded={open === `figure-${id}`}
              onPointerEnter={() => prepareOverlay(`figure-${id}`)}
              onClick={() => openOverlay(open === `figure-${id}` ? null : `figure-${id}`)}
            >
              <span className={styles.label}>{label}</span>
              <span className={styles.value}>
                {data ? format(data) : <Skeleton width={72} height={16} />}
                {data && <FigureExtra id={id} global={data} />}
              </span>
            </button>
          ))
        )}
        <div className={styles.end}>
          <Freshness />
        </div>
      </div>
    </section>
  );
}

/** What stands beside a figure: the day's change, or the share as a bar on a scale. */
function FigureExtra({ id, global }: { id: string; global: Global }) {
  if (id === 'market-cap') return <Change value={global.market_cap_change_percentage_24h_usd} />;
  const share = global.market_cap_percentage.btc;
  if (id !== 'dominance' || share === undefined) return null;
  return (
    <span className={`${styles.ruler} hiddenOnPhone`} aria-hidden="true">
      <svg width={`${share.toFixed(1)}%`} height="4" role="presentation" />
    </span>
  );
}

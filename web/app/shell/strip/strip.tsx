import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import type { Milliseconds } from '#contract/units.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import { useMarketStatus } from '#web/market/overview/use-market-status.ts';
import { type GlobalFigures, globalQuery } from '#web/market/queries.ts';
import { Change } from '#web/ui/change.tsx';
import { openOverlay, prepareOverlay, useOverlay } from '#web/ui/overlay/overlays.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Figure, figureButtonId, type OverviewFigure, overviewFigures } from './overview-figures.ts';
import styles from './strip.module.css';

/** The market overview: four figures with explanations, and their age. On a phone, two of them until it is expanded. */
export function Strip() {
  const { data, isError } = useQuery(globalQuery());
  const oldInstant = useOldInstant(data);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.strip} data-open={isOpen || undefined} aria-label="Global market">
      <div className="pageWidth">
        {isError && !data ? (
          <p className={styles.error} role="alert">
            Failed to load market data. Please try again later.
          </p>
        ) : (
          <>
            {overviewFigures.map((figure) => (
              <FigureButton key={figure.id} figure={figure} global={data} />
            ))}
            <button
              type="button"
              className={styles.fold}
              aria-label="All market figures"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronDown className="icon" aria-hidden="true" />
            </button>
          </>
        )}
        <div className={styles.end}>
          <Freshness isBare asOf={oldInstant} isStale={oldInstant !== null} />
        </div>
      </div>
    </section>
  );
}

/** The provider renews these figures every ten minutes, and the coins every minute. */
const maxLag: Milliseconds = 30 * 60_000;

/** When the figures were updated (ISO 8601), if that was long before the market data; otherwise null. */
function useOldInstant(global: GlobalFigures | undefined): string | null {
  const { asOf } = useMarketStatus();
  const at = (global?.updated_at ?? Number.NaN) * 1000;
  return Date.parse(asOf ?? '') - at > maxLag ? new Date(at).toISOString() : null;
}

function FigureButton({ figure, global }: { figure: OverviewFigure; global: GlobalFigures | undefined }) {
  const { id, label, short, format, exact } = figure;
  const money = useMoney();
  const open = useOverlay();
  const isOpen = open?.name === 'figure' && open.figure === id;
  const overlay = { name: 'figure', figure: id } as const;
  return (
    <button
      className={styles.item}
      type="button"
      id={figureButtonId(id)}
      title={global && exact?.(global, money)}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={() => prepareOverlay(overlay)}
      onClick={() => openOverlay(isOpen ? null : overlay)}
    >
      <span className={short ? styles.longLabel : styles.label}>{label}</span>
      {short && <span className={styles.shortLabel}>{short}</span>}
      <span className={styles.value}>
        {global ? format(global, money) : <Skeleton width={56} height={14} />}
      </span>
      {global && <FigureExtra id={id} global={global} />}
    </button>
  );
}

/** Shown next to a figure: the day's change, or the share as a bar. */
function FigureExtra({ id, global }: { id: Figure; global: GlobalFigures }) {
  if (id === 'market-cap') return <Change value={global.market_cap_change_percentage_24h_usd} />;
  const share = global.market_cap_percentage.btc;
  if (id !== 'dominance' || share === undefined) return null;
  return (
    <span className={styles.ruler} aria-hidden="true">
      <svg width={`${share.toFixed(1)}%`} height="4" role="presentation" />
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { isAboutPrice } from '#contract/alert-threshold.ts';
import type { Backtest } from '#contract/alerts.ts';
import type { HistoryDays } from '#contract/market.ts';
import { historyQuery } from '#web/market/queries.ts';
import type { AlertFields } from '../form/alert-fields.ts';
import styles from '../form/alert-form.module.css';
import { shapeRehearsal, size } from './backtest-shape.ts';

/** Half the height of a mark. */
const reach = 9;

interface RehearsalPictureProps {
  rehearsal: Backtest;
  terms: Pick<AlertFields, 'condition' | 'threshold'>;
}

/** The price over the rehearsed span, with the threshold and where it was crossed. The words beside it say the same. */
export function RehearsalPicture({ rehearsal, terms }: RehearsalPictureProps) {
  const { coinId, days, firings } = rehearsal;
  const { data } = useQuery(historyQuery(coinId, days as HistoryDays));
  const threshold = isAboutPrice(terms.condition) ? Number(terms.threshold) : null;
  const shape =
    data &&
    shapeRehearsal(
      data.prices,
      threshold,
      firings.map(({ at }) => Date.parse(at)),
    );
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shape && (
        <>
          {shape.level !== null && <path className={styles.level} d={`M0 ${shape.level}H${size.width}`} />}
          <path className={styles.line} d={shape.path} />
          {shape.marks.map(({ x, y }) => (
            <path key={x} className={styles.mark} d={`M${x} ${y - reach}v${2 * reach}`} />
          ))}
        </>
      )}
    </svg>
  );
}

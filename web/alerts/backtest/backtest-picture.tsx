import { useQuery } from '@tanstack/react-query';
import { isAboutPrice } from '#contract/alert-threshold.ts';
import type { Backtest } from '#contract/alerts.ts';
import type { HistoryDays } from '#contract/market.ts';
import { historyQuery } from '#web/market/queries.ts';
import type { AlertFields } from '../form/alert-fields.ts';
import styles from '../form/alert-form.module.css';
import { shapeBacktest, size } from './backtest-shape.ts';

/** Half the height of a mark. */
const reach = 9;

interface BacktestPictureProps {
  backtest: Backtest;
  terms: Pick<AlertFields, 'condition' | 'threshold'>;
}

/** The price over the range, with the threshold and its crossings. The text beside it says the same. */
export function BacktestPicture({ backtest, terms }: BacktestPictureProps) {
  const { coinId, days, firings } = backtest;
  const { data } = useQuery(historyQuery(coinId, days as HistoryDays));
  const threshold = isAboutPrice(terms.condition) ? Number(terms.threshold) : null;
  const shape =
    data &&
    shapeBacktest(
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

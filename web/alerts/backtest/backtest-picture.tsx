import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import type { Backtest } from '#contract/alerts/alerts.ts';
import type { HistoryDays } from '#contract/market.ts';
import { currencyOf } from '#web/lib/money/currency.ts';
import { useBoxSize } from '#web/lib/use-box-size.ts';
import { historyQuery } from '#web/market/queries.ts';
import { describeCondition } from '../alert-words.ts';
import type { AlertFields } from '../form/alert-fields.ts';
import styles from './backtest.module.css';
import { type BacktestLayout, layOutBacktest, sizes } from './backtest-layout.ts';

/** Half the height of a crossing's mark, in px. */
const crossingReach = 9;
const height = sizes.plot + sizes.times;

interface BacktestPictureProps {
  backtest: Backtest;
  terms: Pick<AlertFields, 'condition' | 'threshold' | 'currency'>;
}

/** A chart of the price with the threshold, the last price, and each crossing. */
export function BacktestPicture({ backtest, terms }: BacktestPictureProps) {
  const { coinId, days, firings, count } = backtest;
  const { currency } = terms;
  const { data } = useQuery(historyQuery(coinId, days as HistoryDays, currency));
  const box = useRef<HTMLDivElement>(null);
  const width = useBoxSize(box)?.width;
  const threshold = isAboutPrice(terms.condition) ? Number(terms.threshold) : null;
  const layout = useMemo(() => {
    const firedAt = firings.map(({ at }) => Date.parse(at));
    return data && width
      ? layOutBacktest(
          { prices: data.prices, threshold, firedAt, currency: currencyOf(currency) },
          width,
          'local',
        )
      : null;
  }, [data, width, threshold, firings, currency]);
  const crossings = `${count} ${count === 1 ? 'crossing' : 'crossings'}`;
  return (
    <div ref={box} className={styles.box}>
      {layout && (
        <svg
          className={styles.picture}
          viewBox={`0 0 ${layout.width} ${height}`}
          role="img"
          aria-label={`The price over ${days} days. ${describeCondition(terms)}: ${crossings}`}
          data-variant={layout.variant}
          data-part="backtest"
        >
          <Axes layout={layout} />
          <path className={styles.line} d={layout.line} />
          {layout.crossings.map(({ x, y }) => (
            <path
              key={x}
              className={styles.crossing}
              data-part="crossing"
              d={`M${x.toFixed(1)} ${(y - crossingReach).toFixed(1)}v${2 * crossingReach}`}
            />
          ))}
          {layout.tags.map((tag) => (
            <Tag key={tag.kind} tag={tag} layout={layout} />
          ))}
        </svg>
      )}
    </div>
  );
}

function Axes({ layout: { right, ticks, times } }: { layout: BacktestLayout }) {
  const major = ticks.filter(({ isMajor }) => isMajor);
  return (
    <>
      <path className={styles.grid} d={major.map(({ y }) => `M0 ${y.toFixed(1)}H${right}`).join('')} />
      <path className={styles.axis} d={`M0 ${sizes.plot + 0.5}H${right}`} />
      <path
        className={styles.tick}
        d={[
          `M${right + 0.5} 0V${sizes.plot}`,
          ...ticks.map(({ y, isMajor }) => `M${right} ${y.toFixed(1)}h${isMajor ? 9 : 4}`),
          ...times.map(({ x }) => `M${x.toFixed(1)} ${sizes.plot}v4`),
        ].join('')}
      />
      {ticks.map(
        ({ y, label }) =>
          label && (
            <text key={label} className={styles.label} x={right + 14} y={(y + 4).toFixed(1)}>
              {label}
            </text>
          ),
      )}
      {times.map(({ x, label }) => (
        <text key={x} className={styles.label} x={x.toFixed(1)} y={height - 6} textAnchor="middle">
          {label}
        </text>
      ))}
    </>
  );
}

/** A value's label on the axis, with its line across the plot. */
function Tag({ tag, layout }: { tag: BacktestLayout['tags'][number]; layout: BacktestLayout }) {
  const { width, right } = layout;
  const { y, tagY, dock, kind, text } = tag;
  const body = width - right - 11;
  return (
    <g data-kind={kind} className={styles.tag}>
      {dock === null && <path className={styles.level} d={`M0 ${y.toFixed(1)}H${right}`} />}
      {kind === 'price' && <circle className={styles.dot} cx={right} cy={y.toFixed(1)} r="4" />}
      <path className={styles.ground} d={`M${right + 5} ${tagY.toFixed(1)}l6-11h${body}v22h-${body}z`} />
      <text className={styles.value} x={right + 15} y={(tagY + 4.2).toFixed(1)}>
        {text}
      </text>
    </g>
  );
}

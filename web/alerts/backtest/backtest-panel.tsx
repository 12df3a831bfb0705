import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findThresholdFault } from '#contract/alerts/alert-threshold.ts';
import type { Backtest, RunBacktest } from '#contract/alerts/alerts.ts';
import { useRangeAccess } from '#web/billing/upgrade/use-range-access.ts';
import { useDebouncedValue } from '#web/lib/form/use-debounced-value.ts';
import { useNow } from '#web/lib/use-now.ts';
import { isOpenRange } from '#web/market/chart/chart-ranges.ts';
import { RangeControl } from '#web/market/chart/range-control.tsx';
import button from '#web/ui/styles/button.module.css';
import type { AlertFields } from '../form/alert-fields.ts';
import styles from '../form/alert-form.module.css';
import { backtestQuery } from '../queries.ts';
import { BacktestPicture } from './backtest-picture.tsx';
import { describeBacktest, describeSource } from './backtest-words.ts';

const ranges = [
  { days: 7, label: '7D' },
  { days: 30, label: '30D' },
  { days: 365, label: '1Y' },
] as const;
type Days = (typeof ranges)[number]['days'];

/** Delay after the last keystroke, in milliseconds. */
const settleMs = 400;

interface BacktestPanelProps {
  fields: AlertFields;
  /** Called with what opens the upgrade prompt when a range beyond the plan is pressed. */
  onLocked: (openPrompt: () => void) => void;
}

/** How often the alert would have fired, shown before it is created. */
export function BacktestPanel({ fields, onLocked }: BacktestPanelProps) {
  const [wanted, setDays] = useState<Days>(7);
  const access = useRangeAccess();
  const days = isOpenRange(access, wanted) ? wanted : 7;
  const settled = useDebouncedValue(JSON.stringify(toRequest(fields, days)), settleMs);
  const request = JSON.parse(settled) as RunBacktest | null;
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...backtestQuery(request ?? none),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  });
  const isChanging = isPlaceholderData || settled !== JSON.stringify(toRequest(fields, days));
  return (
    <section className={styles.backtest} aria-label="Backtest" aria-busy={isChanging}>
      <div className="row between">
        <h3 className="heading4">Backtest</h3>
        <RangeControl
          label="Backtest range"
          className={styles.spans}
          ranges={ranges}
          days={days}
          access={{ ...access, onLocked: (locked) => onLocked(() => access.onLocked(locked)) }}
          onDaysChange={(chosen) => setDays(chosen)}
        />
      </div>
      <div
        aria-live="polite"
        className={isChanging && data && request ? `${styles.result} ${styles.dimmed}` : styles.result}
      >
        {request === null && (
          <p className={`${styles.hint} muted`}>
            Choose a coin and a threshold to see how often it was crossed.
          </p>
        )}
        {request && data && <Result backtest={data} request={request} />}
        {request && !data && !isError && <p className={`${styles.hint} muted`}>Checking past prices…</p>}
        {request && !data && isError && <Failure onRetry={() => void refetch()} />}
      </div>
    </section>
  );
}

const none: RunBacktest = {
  coinId: '',
  condition: 'price_above',
  threshold: '',
  currency: 'usd',
  repeat: 'once',
  cooldownMinutes: 60,
  days: 7,
};

/** Null if the server would refuse it. */
function toRequest(fields: AlertFields, days: Days): RunBacktest | null {
  const { coin, condition, currency, repeat, cooldownMinutes } = fields;
  const threshold = fields.threshold.trim();
  if (!coin || findThresholdFault(condition, threshold) !== undefined) return null;
  const terms = { coinId: coin.id, condition, threshold, repeat, cooldownMinutes, days };
  return { ...terms, currency };
}

function Result({ backtest, request }: { backtest: Backtest; request: RunBacktest }) {
  const now = useNow() ?? Date.now();
  const words = describeBacktest(backtest, now);
  if (!words)
    return <p className={`${styles.hint} muted`}>There is no price history to test against for this coin.</p>;
  return (
    <>
      <p>
        {words.lead}
        {words.count && (
          <>
            {' '}
            <b>{words.count}</b>
          </>
        )}
        {words.recent && (
          <>
            , most recently on <b className="figures">{words.recent}</b>
          </>
        )}
        {words.count && '.'}
      </p>
      <BacktestPicture backtest={backtest} terms={request} />
      <p className="meta">{describeSource(backtest, request.repeat)}</p>
    </>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={styles.failed}>
      <span>The backtest could not be run. The alert works without it.</span>
      <button type="button" className={`${button.secondary} ${button.small}`} onClick={onRetry}>
        Retry
      </button>
    </p>
  );
}

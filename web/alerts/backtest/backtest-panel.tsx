import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findThresholdFault } from '#contract/alert-threshold.ts';
import type { Backtest, RunBacktest } from '#contract/alerts.ts';
import { useRangeAccess } from '#web/billing/upgrade/use-range-access.ts';
import { useSettled } from '#web/lib/form/use-settled.ts';
import { useNow } from '#web/lib/use-now.ts';
import { isOpenRange } from '#web/market/chart/chart-ranges.ts';
import { RangeControl } from '#web/market/chart/range-control.tsx';
import button from '#web/ui/styles/button.module.css';
import type { AlertFields } from '../form/alert-fields.ts';
import styles from '../form/alert-form.module.css';
import { backtestQuery } from '../queries.ts';
import { RehearsalPicture } from './backtest-picture.tsx';
import { describeRehearsal, describeSource } from './backtest-words.ts';

const ranges = [
  { days: 7, label: '7D' },
  { days: 30, label: '30D' },
  { days: 365, label: '1Y' },
] as const;
type Days = (typeof ranges)[number]['days'];

/** After the last letter: milliseconds. */
const settleMs = 400;

interface RehearsalPanelProps {
  fields: AlertFields;
  /** A span was pressed that the plan does not have; it is given what opens the prompt. */
  onLocked: (openPrompt: () => void) => void;
}

/** How often the alert would have fired, before it is made. */
export function RehearsalPanel({ fields, onLocked }: RehearsalPanelProps) {
  const [wanted, setDays] = useState<Days>(7);
  const access = useRangeAccess();
  const days = isOpenRange(access, wanted) ? wanted : 7;
  const asked = useSettled(JSON.stringify(toRequest(fields, days)), settleMs);
  const request = JSON.parse(asked) as RunBacktest | null;
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...backtestQuery(request ?? none),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  });
  const isChanging = isPlaceholderData || asked !== JSON.stringify(toRequest(fields, days));
  return (
    <section className={styles.rehearsal} aria-label="Rehearsal" aria-busy={isChanging}>
      <div className="row between">
        <h3 className="heading4">Rehearsal</h3>
        <RangeControl
          label="Rehearsed span"
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
            Name a coin and a threshold to see how often it was crossed.
          </p>
        )}
        {request && data && <Result rehearsal={data} request={request} />}
        {request && !data && !isError && (
          <p className={`${styles.hint} muted`}>Looking at the last prices…</p>
        )}
        {request && !data && isError && <Failure onRetry={() => void refetch()} />}
      </div>
    </section>
  );
}

const none: RunBacktest = {
  coinId: '',
  condition: 'price_above',
  threshold: '',
  repeat: 'once',
  cooldownMinutes: 60,
  days: 7,
};

/** What is asked for; null where it would be refused. */
function toRequest(fields: AlertFields, days: Days): RunBacktest | null {
  const { coin, condition, repeat, cooldownMinutes } = fields;
  const threshold = fields.threshold.trim();
  if (!coin || findThresholdFault(condition, threshold) !== undefined) return null;
  return { coinId: coin.id, condition, threshold, repeat, cooldownMinutes, days };
}

function Result({ rehearsal, request }: { rehearsal: Backtest; request: RunBacktest }) {
  const now = useNow() ?? Date.now();
  const words = describeRehearsal(rehearsal, now);
  if (!words)
    return <p className={`${styles.hint} muted`}>There is no price history of this coin to rehearse with.</p>;
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
      <RehearsalPicture rehearsal={rehearsal} terms={request} />
      <p className="meta">{describeSource(rehearsal, request.repeat)}</p>
    </>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={styles.failed}>
      <span>The rehearsal could not be made. The alert works without it.</span>
      <button type="button" className={`${button.secondary} ${button.small}`} onClick={onRetry}>
        Retry
      </button>
    </p>
  );
}

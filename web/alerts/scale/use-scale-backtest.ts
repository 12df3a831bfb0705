import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Alert, RunBacktest } from '#contract/alerts/alerts.ts';
import { useDebouncedValue } from '#web/lib/form/use-debounced-value.ts';
import { writePlainly } from '../list/alert-distance.ts';
import { backtestQuery } from '../queries.ts';
import { conditionAt, summarizeBacktest } from './scale-words.ts';

/** How long a mark must rest before its backtest is requested, in milliseconds. */
const settleMs = 120;
const backtestDays = 7;

/** The backtest of a moved alert, in a few words. Null until known. `moved` and `price` are in the alert's currency. */
export function useScaleBacktest(
  alert: Alert | undefined,
  moved: number | null,
  price: number | null,
): string | null {
  const wanted = alert && moved !== null ? JSON.stringify(toRequest(alert, moved, price)) : '';
  const settled = useDebouncedValue(wanted, settleMs);
  const { data } = useQuery({
    ...backtestQuery(settled ? (JSON.parse(settled) as RunBacktest) : noRequest),
    enabled: settled !== '' && wanted !== '',
    placeholderData: keepPreviousData,
  });
  return wanted !== '' && data ? summarizeBacktest(data) : null;
}

const noRequest: RunBacktest = {
  coinId: '',
  condition: 'price_above',
  threshold: '',
  currency: 'usd',
  repeat: 'once',
  cooldownMinutes: 60,
  days: backtestDays,
};

function toRequest(alert: Alert, threshold: number, price: number | null): RunBacktest {
  const { coinId, currency, repeat, cooldownMinutes } = alert;
  return {
    ...{ coinId, currency, repeat, cooldownMinutes, days: backtestDays },
    condition: conditionAt(threshold, price, alert),
    threshold: writePlainly(threshold),
  };
}

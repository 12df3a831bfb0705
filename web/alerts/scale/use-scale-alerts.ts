import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Alert, RunBacktest } from '#contract/alerts.ts';
import type { CoinId } from '#contract/units.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { hasCode } from '#web/lib/errors.ts';
import { useSettled } from '#web/lib/form/use-settled.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { writePlainly } from '../list/alert-distance.ts';
import { useSaveAlert } from '../mutations.ts';
import { alertsQuery, backtestQuery } from '../queries.ts';
import { conditionAt, describeCount, describeGap, listPriceAlerts, nameOf } from './scale-words.ts';

/** Milliseconds a mark is still before its rehearsal is asked for. */
const settleMs = 120;
const rehearsalDays = 7;

/** An alert as a mark on the scale. */
interface AlertMark {
  readonly key: string;
  readonly kind: 'alert';
  readonly price: number;
  readonly savedPrice: number;
  readonly name: string;
  readonly note: string;
}

interface Moved {
  readonly id: string;
  readonly price: number;
}

/** The user's alerts on a coin's price, and moving them: a moved one is rehearsed live, and saved when dropped. */
export function useScaleAlerts(coinId: CoinId, price: number | null) {
  const { isSignedIn } = useCurrentUser();
  const { data } = useQuery({ ...alertsQuery(), enabled: isSignedIn });
  const save = useSaveAlert();
  const [moved, setMoved] = useState<Moved | null>(null);
  const alerts = useMemo(
    () => (isSignedIn && data ? listPriceAlerts(data, coinId) : []),
    [isSignedIn, data, coinId],
  );
  const subject = alerts.find(({ id }) => id === moved?.id);
  const rehearsal = useRehearsal(subject, moved, price);
  const marks = useMemo(
    () => alerts.map((alert) => toMark(alert, price, moved?.id === alert.id ? moved : null, rehearsal)),
    [alerts, price, moved, rehearsal],
  );

  const commit = async (id: string) => {
    const alert = alerts.find((candidate) => candidate.id === id);
    if (!alert || !moved) return;
    const threshold = writePlainly(moved.price);
    const condition = conditionAt(moved.price, price, alert);
    const isUnchanged = Number(threshold) === Number(alert.threshold);
    if (isUnchanged) {
      setMoved(null);
      return;
    }
    try {
      await save.mutateAsync({ id, change: { threshold, condition } });
    } catch (error) {
      const isGone = hasCode(error, 'not_found');
      const description = isGone ? 'The alert no longer exists' : 'Failed to save the alert';
      showToast({ title: 'Error', description, variant: 'destructive' });
    }
    setMoved((now) => (now === moved ? null : now));
  };
  return {
    marks,
    movingKey: moved?.id ?? null,
    rehearsal: moved ? rehearsal : null,
    moves: {
      onMove: (id: string, to: number) => setMoved({ id, price: to }),
      onCommit: (id: string) => void commit(id),
      onCancel: () => setMoved(null),
    },
  };
}

/** What the moved alert would have done, in a few words; null while that is not known. */
function useRehearsal(alert: Alert | undefined, moved: Moved | null, price: number | null): string | null {
  const wanted = alert && moved ? JSON.stringify(toRequest(alert, moved.price, price)) : '';
  const settled = useSettled(wanted, settleMs);
  const { data } = useQuery({
    ...backtestQuery(settled ? (JSON.parse(settled) as RunBacktest) : noRequest),
    enabled: settled !== '' && wanted !== '',
    placeholderData: keepPreviousData,
  });
  return wanted !== '' && data ? `would have fired ${describeCount(data)}` : null;
}

const noRequest: RunBacktest = {
  coinId: '',
  condition: 'price_above',
  threshold: '',
  repeat: 'once',
  cooldownMinutes: 60,
  days: rehearsalDays,
};

function toRequest(alert: Alert, threshold: number, price: number | null): RunBacktest {
  const { coinId, repeat, cooldownMinutes } = alert;
  return {
    ...{ coinId, repeat, cooldownMinutes, days: rehearsalDays },
    condition: conditionAt(threshold, price, alert),
    threshold: writePlainly(threshold),
  };
}

function toMark(
  alert: Alert,
  price: number | null,
  moved: Moved | null,
  rehearsal: string | null,
): AlertMark {
  const savedPrice = Number(alert.threshold);
  const shown = moved?.price ?? savedPrice;
  const gap = describeGap(shown, price);
  return {
    key: alert.id,
    kind: 'alert',
    price: shown,
    savedPrice,
    name: nameOf(moved ? conditionAt(shown, price, alert) : alert.condition),
    note: moved && rehearsal ? `${gap}, ${rehearsal}` : gap,
  };
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Alert } from '#contract/alerts.ts';
import type { CoinId } from '#contract/units.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { hasCode } from '#web/lib/errors.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { writePlainly } from '../list/alert-distance.ts';
import { useSaveAlert } from '../mutations.ts';
import { alertsQuery } from '../queries.ts';
import { conditionAt, describeGap, listPriceAlerts, nameOf } from './scale-words.ts';
import { useScaleBacktest } from './use-scale-backtest.ts';

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

/** The user's alerts on a coin's price, and moving them: a moved one is tested live, and saved when dropped. */
export function useScaleAlerts(coinId: CoinId, price: number | null) {
  const { isSignedIn } = useCurrentUser();
  const list = useInfiniteQuery({ ...alertsQuery(), enabled: isSignedIn });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  // This coin's alerts may be on any page.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const save = useSaveAlert();
  const [moved, setMoved] = useState<Moved | null>(null);
  const alerts = useMemo(
    () =>
      isSignedIn && data
        ? listPriceAlerts(
            data.pages.flatMap(({ items }) => items),
            coinId,
          )
        : [],
    [isSignedIn, data, coinId],
  );
  const subject = alerts.find(({ id }) => id === moved?.id);
  const backtest = useScaleBacktest(subject, moved?.price ?? null, price);
  const marks = useMemo(
    () => alerts.map((alert) => toMark(alert, price, moved?.id === alert.id ? moved : null, backtest)),
    [alerts, price, moved, backtest],
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
    backtest: moved ? backtest : null,
    moves: {
      onMove: (id: string, to: number) => setMoved({ id, price: to }),
      onCommit: (id: string) => void commit(id),
      onCancel: () => setMoved(null),
    },
  };
}

function toMark(alert: Alert, price: number | null, moved: Moved | null, backtest: string | null): AlertMark {
  const savedPrice = Number(alert.threshold);
  const shown = moved?.price ?? savedPrice;
  const gap = describeGap(shown, price);
  return {
    key: alert.id,
    kind: 'alert',
    price: shown,
    savedPrice,
    name: nameOf(moved ? conditionAt(shown, price, alert) : alert.condition),
    note: moved && backtest ? `${gap}, ${backtest}` : gap,
  };
}

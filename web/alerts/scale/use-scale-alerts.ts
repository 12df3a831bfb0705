import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Alert } from '#contract/alerts/alerts.ts';
import type { CoinId } from '#contract/units.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { formatEveryDigit } from '#web/lib/decimal-formats.ts';
import { hasCode } from '#web/lib/errors.ts';
import type { Money } from '#web/lib/money/money.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { useAlertRates } from '../alert-rates.ts';
import { writePlainly } from '../list/alert-distance.ts';
import { useSaveAlert } from '../mutations.ts';
import { alertsQuery } from '../queries.ts';
import { conditionAt, describeGap, listPriceAlerts, nameAlert } from './scale-words.ts';
import { useScaleBacktest } from './use-scale-backtest.ts';

/** An alert as a mark on the scale. Prices are in the page's currency. */
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

/**
 * The user's alerts on a coin's price, as marks that can be moved. A moved one is backtested live and saved when
 * dropped. Prices are in the page's currency, saved thresholds in the alert's. `dollars`: the coin's price.
 */
export function useScaleAlerts(coinId: CoinId, dollars: number | null) {
  const money = useMoney();
  const price = money.convert(dollars);
  const { isSignedIn } = useCurrentUser();
  const list = useInfiniteQuery({ ...alertsQuery(), enabled: isSignedIn });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  // This coin's alerts may be on any page of the list, so load all.
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
  const rateOf = useAlertRates(alerts.map(({ currency }) => currency));
  const subject = alerts.find(({ id }) => id === moved?.id);
  const ownRate = subject ? rateOf(subject.currency) : null;
  const toOwn = (shown: number | null) =>
    shown === null || ownRate === null ? null : convertPrice(shown, money.rate, ownRate);
  const backtest = useScaleBacktest(subject, toOwn(moved?.price ?? null), toOwn(price));
  const marks = useMemo(
    () =>
      alerts.flatMap((alert) => {
        const rate = rateOf(alert.currency);
        const own = moved?.id === alert.id ? moved : null;
        return rate === null ? [] : [toMark(alert, { price, rate, money, moved: own, backtest })];
      }),
    [alerts, price, moved, backtest, rateOf, money],
  );

  const commit = async (id: string, to: number) => {
    const alert = alerts.find((candidate) => candidate.id === id);
    const rate = alert ? rateOf(alert.currency) : null;
    if (!alert || rate === null) {
      setMoved(null);
      return;
    }
    const dropped: Moved = { id, price: to };
    setMoved(dropped);
    const threshold = writePlainly(convertPrice(to, money.rate, rate));
    const condition = conditionAt(to, price, alert);
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
    setMoved((now) => (now === dropped ? null : now));
  };
  return {
    marks,
    movingKey: moved?.id ?? null,
    backtest: moved ? backtest : null,
    moves: {
      onMove: (id: string, to: number) => setMoved({ id, price: to }),
      onCommit: (id: string, to: number) => void commit(id, to),
      onCancel: () => setMoved(null),
    },
  };
}

/** Significant digits of a threshold converted into its alert's currency. */
const convertedDigits = 6;

/** Converts a price between rates. Unchanged if they are equal. */
function convertPrice(price: number, from: number, to: number): number {
  return from === to ? price : Number(((price / from) * to).toPrecision(convertedDigits));
}

interface MarkContext {
  /** Current price in the page's currency. */
  readonly price: number | null;
  /** Units of the alert's currency per US dollar. */
  readonly rate: number;
  readonly money: Money;
  readonly moved: Moved | null;
  readonly backtest: string | null;
}

function toMark(alert: Alert, { price, rate, money, moved, backtest }: MarkContext): AlertMark {
  const isOwn = alert.currency === money.currency.code;
  const threshold = Number(alert.threshold);
  const savedPrice = isOwn ? threshold : (threshold / rate) * money.rate;
  const shown = moved?.price ?? savedPrice;
  const distance = describeGap(shown, price);
  const gap = isOwn ? distance : `${distance} (${formatEveryDigit(alert.threshold, alert.currency)})`;
  return {
    key: alert.id,
    kind: 'alert',
    price: shown,
    savedPrice,
    name: nameAlert(moved ? conditionAt(shown, price, alert) : alert.condition),
    note: moved && backtest ? `${gap}, ${backtest}` : gap,
  };
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Alert, AlertStatus } from '#contract/alerts/alerts.ts';
import { coinQuotesQuery } from '#web/market/live/coin-quotes.ts';
import { useLiveMarket } from '#web/market/live/use-live-market.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import card from '#web/ui/styles/card.module.css';
import { convertQuote, useAlertRates } from '../alert-rates.ts';
import { lazyAlertDialogs } from '../form/lazy-dialogs.ts';
import { canRestore, useAlertChanges } from '../mutations.ts';
import { holdsNow } from './alert-distance.ts';
import { AlertRow } from './alert-row.tsx';
import styles from './alerts.module.css';

const armOverlay = 'alert-arm';
const deleteOverlay = 'alert-delete';

const groups: readonly (readonly [AlertStatus, string])[] = [
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['triggered', 'Triggered'],
];

interface AlertListProps {
  alerts: readonly Alert[];
  onEdit: (alert: Alert) => void;
  /** Called before an alert is paused, armed or deleted. */
  onPress: (alert: Alert) => void;
}

/** The alerts in groups: active, paused, triggered. */
export function AlertList({ alerts, onEdit, onPress }: AlertListProps) {
  const coinIds = [...new Set(alerts.map(({ coinId }) => coinId))];
  const { data: quotes, isPending } = useQuery(coinQuotesQuery(coinIds));
  const rateOf = useAlertRates(alerts.map(({ currency }) => currency));
  const quoteOf = ({ coinId, currency }: Alert) => {
    const quote = quotes?.[coinId];
    return quote && convertQuote(quote, rateOf(currency));
  };
  const changes = useAlertChanges();
  const [chosen, setChosen] = useState<Alert | null>(null);
  useLiveMarket('cards');

  const ask = (overlay: typeof armOverlay | typeof deleteOverlay, alert: Alert) => {
    setChosen(alert);
    openOverlay(overlay);
  };
  const pause = (alert: Alert) => {
    onPress(alert);
    changes.pause(alert);
  };
  const activate = (alert: Alert) => {
    onPress(alert);
    if (holdsNow(alert, quoteOf(alert))) ask(armOverlay, alert);
    else changes.activate(alert, 'wait');
  };
  const remove = (alert: Alert) => {
    onPress(alert);
    if (canRestore(alert)) changes.remove(alert);
    else ask(deleteOverlay, alert);
  };
  return (
    <>
      {groups.map(([status, title]) => {
        const members = alerts.filter((alert) => alert.status === status);
        if (members.length === 0) return null;
        return (
          <section
            key={status}
            className={`${card.card} ${styles.groupCard}`}
            aria-labelledby={`alerts-${status}`}
          >
            <h2 className={`heading3 ${styles.group}`} id={`alerts-${status}`}>
              {title} <span className="muted figures">{members.length}</span>
            </h2>
            {members.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                quote={quoteOf(alert)}
                isLoading={isPending}
                onPause={() => pause(alert)}
                onActivate={() => activate(alert)}
                onEdit={() => onEdit(alert)}
                onDelete={() => remove(alert)}
              />
            ))}
          </section>
        );
      })}
      {chosen && (
        <>
          <LazyOverlay name={armOverlay} module={lazyAlertDialogs}>
            {({ ArmDialog }, close) => <ArmDialog alert={chosen} changes={changes} onClose={close} />}
          </LazyOverlay>
          <LazyOverlay name={deleteOverlay} module={lazyAlertDialogs}>
            {({ DeleteAlertDialog }, close) => (
              <DeleteAlertDialog alert={chosen} changes={changes} onClose={close} />
            )}
          </LazyOverlay>
        </>
      )}
    </>
  );
}

import Bell from 'lucide-react/icons/bell';
import BellPlus from 'lucide-react/icons/bell-plus';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { useMemo } from 'react';
import type { Alert } from '#contract/alerts/alerts.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import page from '#web/ui/styles/page.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { DeliverySettings } from '../delivery/delivery-settings.tsx';
import { useAlertDialog } from '../form/use-alert-dialog.tsx';
import { useRequestedAlert } from '../form/use-requested-alert.ts';
import { AlertHistory } from './alert-history.tsx';
import { AlertList } from './alert-list.tsx';
import styles from './alerts.module.css';
import { AlertsHead } from './alerts-head.tsx';
import { AlertsMeter } from './alerts-meter.tsx';
import { AlertListSkeleton, AlertsHeadEndSkeleton } from './alerts-skeleton.tsx';
import { useAlertPages } from './use-alert-pages.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** The signed-in user's alerts, their history and their delivery settings. */
export function AlertsView() {
  const { data, isError, refetch, hasNextPage, isFetchNextPageError, isWaiting, loadOlder } = useAlertPages();
  const alerts = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const { open, prepare, dialog } = useAlertDialog();
  const keepFocus = useKeptFocus(alerts);
  const create = () => open({ coin: null, price: null });
  useRequestedAlert(alerts !== undefined, create);
  return (
    <>
      <AlertsHead>
        {!alerts && !isError && <AlertsHeadEndSkeleton />}
        {alerts && alerts.length > 0 && <Freshness />}
        <AlertsMeter alerts={alerts} hasMore={hasNextPage} />
        {alerts && alerts.length > 0 && <CreateButton onCreate={create} onNear={prepare} />}
      </AlertsHead>
      {!alerts && isError && <AlertsFailed onRetry={() => void refetch()} />}
      {(alerts || !isError) && (
        <div className={page.sections}>
          {!alerts && <AlertListSkeleton />}
          {alerts?.length === 0 && <NoAlerts onCreate={create} onNear={prepare} />}
          {alerts && alerts.length > 0 && (
            <AlertList alerts={alerts} onEdit={(alert: Alert) => open({ alert })} onPress={keepFocus} />
          )}
          {hasNextPage && (
            <MoreAlerts isLoading={isWaiting} hasFailed={isFetchNextPageError} onLoad={loadOlder} />
          )}
          <div className={styles.columns}>
            <AlertHistory />
            <DeliverySettings />
          </div>
        </div>
      )}
      {dialog}
    </>
  );
}

interface CreateProps {
  onCreate: () => void;
  onNear: () => void;
}

function CreateButton({ onCreate, onNear }: CreateProps) {
  return (
    <button
      type="button"
      className={`${button.primary} ${page.headAction}`}
      aria-haspopup="dialog"
      onPointerEnter={onNear}
      onClick={onCreate}
    >
      <BellPlus className="icon" aria-hidden="true" />
      Create alert
    </button>
  );
}

function NoAlerts(props: CreateProps) {
  return (
    <div className={`${card.card} ${pageState.state}`}>
      <Bell className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">No alerts yet</h2>
      <p>Set a price or a 24h change, and get notified when the market gets there.</p>
      <CreateButton {...props} />
    </div>
  );
}

interface MoreAlertsProps {
  isLoading: boolean;
  hasFailed: boolean;
  onLoad: () => void;
}

function MoreAlerts({ isLoading, hasFailed, onLoad }: MoreAlertsProps) {
  return (
    <div className={styles.moreAlerts}>
      {hasFailed && <p role="alert">The older alerts could not be loaded. They still work.</p>}
      <button
        type="button"
        className={button.secondary}
        aria-disabled={isLoading || undefined}
        onClick={isLoading ? undefined : onLoad}
      >
        {isLoading ? 'Loading…' : hasFailed ? 'Retry' : 'Show older alerts'}
      </button>
    </div>
  );
}

function AlertsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`${card.card} ${pageState.state}`} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">Your alerts could not be loaded</h2>
      <p>They are safe and still work.</p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

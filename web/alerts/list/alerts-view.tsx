import { useQuery } from '@tanstack/react-query';
import { Bell, BellPlus, TriangleAlert } from 'lucide-react';
import type { Alert } from '#contract/alerts.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import { DeliverySettings } from '../delivery/delivery-settings.tsx';
import { useAlertDialog } from '../form/use-alert-dialog.tsx';
import { alertsQuery } from '../queries.ts';
import { AlertHistory } from './alert-history.tsx';
import { AlertList } from './alert-list.tsx';
import { AlertsHead } from './alerts-head.tsx';
import { AlertsMeter } from './alerts-meter.tsx';
import { AlertListSkeleton, AlertsHeadEndSkeleton } from './alerts-skeleton.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** The alerts of who is signed in, what they did, and how they are told. */
export function AlertsView() {
  const { data: alerts, isError, refetch } = useQuery(alertsQuery());
  const { open, prepare, dialog } = useAlertDialog();
  const keepFocus = useKeptFocus(alerts);
  const create = () => open({ coin: null, price: null });
  return (
    <>
      <AlertsHead>
        {!alerts && !isError && <AlertsHeadEndSkeleton />}
        {alerts && alerts.length > 0 && <Freshness />}
        <AlertsMeter alerts={alerts} />
        {alerts && alerts.length > 0 && <CreateButton onCreate={create} onNear={prepare} />}
      </AlertsHead>
      {!alerts && isError && <AlertsFailed onRetry={() => void refetch()} />}
      {(alerts || !isError) && (
        <div className="sections">
          {!alerts && <AlertListSkeleton />}
          {alerts?.length === 0 && <NoAlerts onCreate={create} onNear={prepare} />}
          {alerts && alerts.length > 0 && (
            <AlertList alerts={alerts} onEdit={(alert: Alert) => open({ alert })} onPress={keepFocus} />
          )}
          <div className="al-cols">
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
      className="btn btn-primary view-h-action"
      aria-haspopup="dialog"
      onPointerEnter={onNear}
      onClick={onCreate}
    >
      <BellPlus className="i" aria-hidden="true" />
      Create alert
    </button>
  );
}

function NoAlerts(props: CreateProps) {
  return (
    <div className="card state">
      <Bell className="i i-20" aria-hidden="true" />
      <h2 className="h3">No alerts yet</h2>
      <p>Name a price or a 24h change, and be told when the market gets there.</p>
      <CreateButton {...props} />
    </div>
  );
}

function AlertsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="card state" role="alert">
      <TriangleAlert className="i i-20" aria-hidden="true" />
      <h2 className="h3">Your alerts could not be loaded</h2>
      <p>They are kept safe and go on watching.</p>
      <button type="button" className="btn btn-secondary" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

import { AlertsHead } from './alerts-head.tsx';

const rows = ['first', 'second', 'third'];

/** The page while nobody knows yet who is looking. */
export function AlertsSkeleton() {
  return (
    <>
      <AlertsHead>
        <AlertsHeadEndSkeleton />
      </AlertsHead>
      <div className="sections">
        <AlertListSkeleton />
        <div className="al-cols" aria-hidden="true">
          <CardSkeleton title="History" className="al-sk-history" />
          <CardSkeleton title="How you are told" className="al-sk-ways" />
        </div>
      </div>
    </>
  );
}

/** The place of the meter and the button at the end of the heading. */
export function AlertsHeadEndSkeleton() {
  return (
    <>
      <span className="sk al-sk-meter" aria-hidden="true" />
      <span className="sk al-sk-button" aria-hidden="true" />
    </>
  );
}

/** The place of the alerts while they are loading. */
export function AlertListSkeleton() {
  return (
    <div role="status">
      <span className="vh">Loading your alerts</span>
      <div className="al-group al-sk-group" aria-hidden="true">
        <span className="sk" />
      </div>
      <div className="card" aria-hidden="true">
        {rows.map((row) => (
          <div key={row} className="arow al-sk-row">
            <span className="al-sk-coin">
              <span className="sk" />
              <span className="sk" />
            </span>
            <span className="sk al-sk-text" />
            <span className="sk al-sk-text" />
          </div>
        ))}
      </div>
    </div>
  );
}

function CardSkeleton({ title, className }: { title: string; className: string }) {
  return (
    <div className="card">
      <div className="card-h al-card-h">
        <span className="h3">{title}</span>
      </div>
      <div className="card-b">
        <span className={`sk ${className}`} />
      </div>
    </div>
  );
}

import { AlertsHead } from './alerts-head.tsx';

/** The page while nobody knows yet who is looking. */
export function AlertsSkeleton() {
  return (
    <>
      <AlertsHead />
      <AlertsSkeletonBody />
    </>
  );
}

/** The place of the alerts while they are loading. */
export function AlertsSkeletonBody() {
  return (
    <div className="card" role="status">
      <span className="vh">Loading your alerts</span>
      {[0, 1, 2].map((row) => (
        <div key={row} className="arow" aria-hidden="true">
          <span className="al-sk-coin">
            <span className="sk" />
            <span className="sk" />
          </span>
          <span className="sk al-sk-text" />
          <span className="sk al-sk-text" />
        </div>
      ))}
    </div>
  );
}

import skeleton from '#web/ui/skeleton.module.css';
import card from '#web/ui/styles/card.module.css';
import page from '#web/ui/styles/page.module.css';
import styles from './alerts.module.css';
import { AlertsHead } from './alerts-head.tsx';

const rows = ['first', 'second', 'third'];

/** The page until it is known whether the visitor is signed in. */
export function AlertsSkeleton() {
  return (
    <>
      <AlertsHead>
        <AlertsHeadEndSkeleton />
      </AlertsHead>
      <div className={page.sections}>
        <AlertListSkeleton />
        <div className={styles.columns} aria-hidden="true">
          <CardSkeleton title="History" className={styles.skeletonHistory} />
          <CardSkeleton title="Notifications" className={styles.skeletonChannels} />
        </div>
      </div>
    </>
  );
}

/** Placeholder for the meter and the button at the end of the heading. */
export function AlertsHeadEndSkeleton() {
  return (
    <>
      <span className={`${skeleton.skeleton} ${styles.skeletonMeter}`} aria-hidden="true" />
      <span className={`${skeleton.skeleton} ${styles.skeletonButton}`} aria-hidden="true" />
    </>
  );
}

/** Placeholder while the alerts load. */
export function AlertListSkeleton() {
  return (
    <div role="status">
      <span className="visuallyHidden">Loading your alerts</span>
      <div className={`${card.card} ${styles.groupCard}`} aria-hidden="true">
        <div className={`${styles.group} ${styles.skeletonGroup}`}>
          <span className={skeleton.skeleton} />
        </div>
        {rows.map((row) => (
          <div key={row} className={`${styles.row} ${styles.skeletonRow}`}>
            <span className={styles.skeletonCoin}>
              <span className={skeleton.skeleton} />
              <span className={skeleton.skeleton} />
            </span>
            <span className={`${skeleton.skeleton} ${styles.skeletonText}`} />
            <span className={`${skeleton.skeleton} ${styles.skeletonText}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

function CardSkeleton({ title, className }: { title: string; className: string | undefined }) {
  return (
    <div className={card.card}>
      <div className={`${card.head} ${styles.cardHead}`}>
        <span className="heading3">{title}</span>
      </div>
      <div className={card.body}>
        <span className={`${skeleton.skeleton} ${className}`} />
      </div>
    </div>
  );
}

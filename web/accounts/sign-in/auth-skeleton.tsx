import { Skeleton } from '#web/ui/skeleton.tsx';
import card from '#web/ui/styles/card.module.css';
import styles from './accounts.module.css';

/** Shown instead of a form until the current user is known. */
export function AuthSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <div className="stack">
        <Skeleton width={180} height={34} />
        <Skeleton width={260} height={18} />
      </div>
      <div className={`${card.card} ${card.padded} stack`}>
        <Skeleton height={36} />
        <Skeleton height={36} />
        <Skeleton height={36} />
      </div>
    </div>
  );
}

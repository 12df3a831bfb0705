import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './news.module.css';

const places = Array.from({ length: 8 }, (_, index) => index);
const skeletonArticles = 6;

/** Placeholder rows, as tall as the filters being loaded. */
export function FilterSkeleton({ rows }: { rows: number }) {
  return places.slice(0, rows).map((place) => (
    <span key={place} className={styles.topic} aria-hidden="true">
      <Skeleton width="55%" />
    </span>
  ));
}

/** Placeholder articles, as tall as those being loaded. */
export function NewsSkeleton() {
  return places.slice(0, skeletonArticles).map((place) => (
    <div key={place} className={styles.article} aria-hidden="true">
      <Skeleton width={90} height={18} />
      <Skeleton width="70%" height={22} />
      <Skeleton width="90%" height={21} />
      <Skeleton width={140} height={18} />
    </div>
  ));
}

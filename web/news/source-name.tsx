import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import styles from './news.module.css';

/** The publisher of an article, with its mark from our own server. */
export function SourceName({ name }: { name: string }) {
  // Text first: a list has many marks, but few different ones.
  const isHydrated = useAfterHydration();
  return (
    <span className={styles.articleSource}>
      <img
        src={isHydrated ? `/images/sources/${encodeURIComponent(name)}` : undefined}
        width={16}
        height={16}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <b>{name}</b>
    </span>
  );
}

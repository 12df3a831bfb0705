import styles from './star.module.css';

interface StarButtonProps {
  /** The coin's name. Undefined in the server's HTML of a table, where the row already names the coin. */
  name: string | undefined;
  isWatched: boolean;
  onPress(): void;
}

/** The star next to a coin. The stylesheet draws its icon, because there are a hundred on a page. */
export function StarButton({ name, isWatched, onPress }: StarButtonProps) {
  const coin = name === undefined ? '' : `${name} `;
  const label = isWatched ? `Remove ${coin}from watchlist` : `Add ${coin}to watchlist`;
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isWatched}
      aria-label={label}
      onClick={onPress}
    />
  );
}

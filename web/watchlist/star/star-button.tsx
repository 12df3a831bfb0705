import styles from './star.module.css';

interface StarButtonProps {
  /** The coin's name; undefined: its row alone says which it is. */
  name: string | undefined;
  isWatched: boolean;
  onPress(): void;
}

/** The star beside a coin. Its picture is drawn by the style sheet: a hundred stand on one page. */
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

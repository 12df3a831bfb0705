import styles from './star.module.css';

interface StarButtonProps {
  /** The coin's name. */
  name: string;
  isWatched: boolean;
  onPress(): void;
}

/** The star beside a coin. Its picture is drawn by the style sheet: a hundred stand on one page. */
export function StarButton({ name, isWatched, onPress }: StarButtonProps) {
  const label = isWatched ? `Remove ${name} from watchlist` : `Add ${name} to watchlist`;
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

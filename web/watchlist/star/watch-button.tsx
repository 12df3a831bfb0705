import Star from 'lucide-react/icons/star';
import button from '#web/ui/styles/button.module.css';
import styles from './watch-button.module.css';

interface WatchButtonProps {
  isWatched: boolean;
  onPress(): void;
}

/** A text button that adds a coin to the watchlist or removes it, for the coin's own page. */
export function WatchButton({ isWatched, onPress }: WatchButtonProps) {
  return (
    <button
      type="button"
      className={`${button.secondary} ${styles.watchButton}`}
      data-watched={isWatched}
      onClick={onPress}
    >
      <Star className="icon" aria-hidden="true" />
      {isWatched ? 'Remove from Watchlist' : 'Add to Watchlist'}
    </button>
  );
}

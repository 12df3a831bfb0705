import { Star } from 'lucide-react';

interface WatchButtonProps {
  isWatched: boolean;
  onPress(): void;
}

/** Puts a coin on the watchlist or takes it off, in words: for the coin's own page. */
export function WatchButton({ isWatched, onPress }: WatchButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-secondary watch-button"
      data-watched={isWatched}
      onClick={onPress}
    >
      <Star className="i" aria-hidden="true" />
      {isWatched ? 'Remove from Watchlist' : 'Add to Watchlist'}
    </button>
  );
}

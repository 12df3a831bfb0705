import { createContext, type ReactNode, use, useMemo } from 'react';
import { StarButton } from './star-button.tsx';
import { type Star, useStar } from './use-star.ts';

const StarContext = createContext<Star | null>(null);

interface StarProviderProps {
  /** Called where the plan allows no more coins. */
  onLimit: () => void;
  children: ReactNode;
}

/** Provides the watchlist to the stars below it, with one subscription for all of them. */
export function StarProvider({ onLimit, children }: StarProviderProps) {
  const { watchedIds, press } = useStar(onLimit);
  const star = useMemo(() => ({ watchedIds, press }), [watchedIds, press]);
  return <StarContext value={star}>{children}</StarContext>;
}

interface CoinStarProps {
  coin: { readonly id: string; readonly symbol: string; readonly name: string };
}

/** A coin's star within a `StarProvider`. */
export function CoinStar({ coin: { id, symbol, name } }: CoinStarProps) {
  const star = use(StarContext);
  return (
    <StarButton
      name={name}
      isWatched={star?.watchedIds.has(id) ?? false}
      onPress={() => star?.press({ coinId: id, symbol, name })}
    />
  );
}

import { createContext, type ReactNode, use, useMemo } from 'react';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import { StarButton } from './star-button.tsx';
import { type Star, useStar } from './use-star.ts';

/**
 * `isNamed`: whether buttons have their coins' names. The page's HTML omits a hundred names for buttons that don't work
 * before hydration anyway.
 */
const StarContext = createContext<(Star & { readonly isNamed: boolean }) | null>(null);

interface StarProviderProps {
  /** Called if the plan allows no more coins. */
  onLimit: () => void;
  children: ReactNode;
}

/** Provides the watchlist to the stars below it, with one subscription for all of them. */
export function StarProvider({ onLimit, children }: StarProviderProps) {
  const { watchedIds, press } = useStar(onLimit);
  const isNamed = useAfterHydration();
  const star = useMemo(() => ({ watchedIds, press, isNamed }), [watchedIds, press, isNamed]);
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
      name={star?.isNamed ? name : undefined}
      isWatched={star?.watchedIds.has(id) ?? false}
      onPress={() => star?.press({ coinId: id, symbol, name })}
    />
  );
}

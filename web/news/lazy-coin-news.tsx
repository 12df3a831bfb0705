import { lazy, Suspense, useRef } from 'react';
import { useNearView } from '../lib/use-near-view.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const CoinNews = lazy(async () => ({ default: (await import('./coin-news.tsx')).CoinNews }));

/** The news of a coin, loaded when their place comes near the view. */
export function LazyCoinNews({ coinId, name }: { coinId: string; name: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place);
  return (
    <div ref={place}>
      {isNear && (
        // Left out if it can't be loaded, like a card without news.
        <ErrorBoundary resetKey={coinId} fallback={() => null}>
          <Suspense>
            <CoinNews coinId={coinId} name={name} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

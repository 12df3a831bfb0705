import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const CoinNews = lazy(async () => ({ default: (await import('./coin-news.tsx')).CoinNews }));

/** The news of a coin, asked for when their place comes near the view. */
export function LazyCoinNews({ coinId, name }: { coinId: string; name: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '300px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place}>
      {isNear && (
        // A card that could not be loaded is left out, like one without news.
        <ErrorBoundary resetKey={coinId} fallback={() => null}>
          <Suspense>
            <CoinNews coinId={coinId} name={name} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

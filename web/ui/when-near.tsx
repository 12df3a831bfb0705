import { type ReactNode, Suspense, useRef } from 'react';
import { useNearView } from '#web/lib/use-near-view.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** Renders its children once it is near the viewport. Stays empty if they fail to load. */
export function WhenNear({ className, children }: { className: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place);
  return (
    <div ref={place} className={className}>
      {isNear && (
        <ErrorBoundary resetKey={isNear} fallback={() => null}>
          <Suspense>{children}</Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

import { lazy, Suspense, useEffect, useRef } from 'react';
import { useNearView } from '#web/lib/use-near-view.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import styles from './lazy-leads.module.css';

const popupAfterMs = 30_000;
const LeadBlock = lazy(async () => ({ default: (await import('./lead-block.tsx')).LeadBlock }));

/** The guides offered below a page, loaded when they are near the viewport, and their popup, loaded when due. */
export function LazyLeads() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place);
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(
      async () => (await import('./open-lead-popup.ts')).openLeadPopup(left.signal),
      popupAfterMs,
    );
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, []);
  return (
    <div className={styles.place} ref={place}>
      {isNear && (
        <ErrorBoundary resetKey={isNear} fallback={() => null}>
          <Suspense>
            <LeadBlock />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

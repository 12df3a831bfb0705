import { Suspense, useEffect, useState } from 'react';
import { lazyModule, useLazyModule } from '#web/lib/lazy-module.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';

const layer = lazyModule(() => import('#web/ui/tooltip/tooltip-layer.tsx'));
const triggers = ['pointerover', 'keyup', 'click'] as const;

/** Tooltips, loaded on the first use of a pointer or key. */
export function TooltipHost() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    if (isNeeded) return;
    const need = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Tab') return;
      void layer.load().catch(() => {});
      setIsNeeded(true);
    };
    for (const trigger of triggers) addEventListener(trigger, need);
    return () => {
      for (const trigger of triggers) removeEventListener(trigger, need);
    };
  }, [isNeeded]);
  if (!isNeeded) return null;
  return (
    <ErrorBoundary resetKey={isNeeded} fallback={() => null}>
      <Suspense>
        <LoadedLayer />
      </Suspense>
    </ErrorBoundary>
  );
}

function LoadedLayer() {
  const { TooltipLayer } = useLazyModule(layer);
  return <TooltipLayer />;
}

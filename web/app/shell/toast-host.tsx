import { Suspense, useEffect, useState } from 'react';
import { lazyModule, useLazyModule } from '#web/lib/lazy-module.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { onToast } from '#web/ui/overlay/toast.ts';

const viewport = lazyModule(() => import('#web/ui/overlay/toast-viewport.tsx'));

/** The region for toasts, loaded with the first toast or the first F8. */
export function ToastHost() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    if (isNeeded) return;
    const need = () => {
      void viewport.load().catch(() => {});
      setIsNeeded(true);
    };
    const onKey = (event: KeyboardEvent) => event.code === 'F8' && need();
    const stop = onToast(need);
    addEventListener('keydown', onKey);
    return () => {
      stop();
      removeEventListener('keydown', onKey);
    };
  }, [isNeeded]);
  if (!isNeeded) return null;
  return (
    <ErrorBoundary resetKey={isNeeded} fallback={() => null}>
      <Suspense>
        <LoadedViewport />
      </Suspense>
    </ErrorBoundary>
  );
}

function LoadedViewport() {
  const { ToastViewport } = useLazyModule(viewport);
  return <ToastViewport />;
}

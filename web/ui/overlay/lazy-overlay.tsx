import { type ReactNode, Suspense } from 'react';
import { type LazyModule, useLazyModule } from '#web/lib/lazy-module.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { closeOverlay, type PageOverlay, useOverlay } from './overlays.ts';
import { PendingOverlay } from './pending-overlay.tsx';

interface LazyOverlayProps<T> {
  name: PageOverlay['name'];
  module: LazyModule<T>;
  /** Renders the overlay from the loaded module. */
  children: (loaded: T, onClose: () => void) => ReactNode;
}

/** A dialog of a page, loaded when it is first opened. Stays closed if loading fails. */
export function LazyOverlay<T>({ name, module, children }: LazyOverlayProps<T>) {
  if (useOverlay()?.name !== name) return null;
  const close = () => closeOverlay(name);
  return (
    <ErrorBoundary resetKey={name} fallback={() => null}>
      <Suspense fallback={<PendingOverlay onClose={close} />}>
        <Loaded module={module}>{(loaded) => children(loaded, close)}</Loaded>
      </Suspense>
    </ErrorBoundary>
  );
}

function Loaded<T>({ module, children }: { module: LazyModule<T>; children: (loaded: T) => ReactNode }) {
  return children(useLazyModule(module));
}

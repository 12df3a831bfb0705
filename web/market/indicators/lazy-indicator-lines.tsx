import { type ComponentProps, lazy, Suspense } from 'react';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';

const IndicatorLines = lazy(async () => ({
  default: (await import('./indicator-lines.tsx')).IndicatorLines,
}));

/** The lines of the tools in use, loaded with the first of them. Left out if they can't be loaded. */
export function LazyIndicatorLines(props: ComponentProps<typeof IndicatorLines>) {
  return (
    <ErrorBoundary resetKey={null} fallback={() => null}>
      <Suspense>
        <IndicatorLines {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

import { type ComponentProps, lazy, Suspense } from 'react';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';

const IndicatorLines = lazy(async () => ({
  default: (await import('./indicator-lines.tsx')).IndicatorLines,
}));

/** The lines of the tools in use, loaded on first use. Omitted if loading fails. */
export function LazyIndicatorLines(props: ComponentProps<typeof IndicatorLines>) {
  return (
    <ErrorBoundary resetKey={null} fallback={() => null}>
      <Suspense>
        <IndicatorLines {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

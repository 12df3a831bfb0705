import { useEffect, useEffectEvent } from 'react';
import type { LazyModule } from './lazy-module.ts';

/** Milliseconds before a failed load is retried. */
const retryMs = 5_000;

/**
 * While on, runs an effect from a module loaded after the first view; `start` returns its cleanup. Restarts when its
 * subject, `what`, changes.
 */
export function useLazyEffect<T>(
  module: LazyModule<T>,
  { isOn, what }: { isOn: boolean; what: string },
  start: (loaded: T) => () => void,
): void {
  const begin = useEffectEvent(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject of `start`
  useEffect(() => {
    if (!isOn) return;
    let end: (() => void) | null | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      module.load().then(
        (loaded) => {
          if (end === undefined) end = begin(loaded);
        },
        () => {
          if (end === undefined) timer = setTimeout(load, retryMs);
        },
      );
    };
    load();
    return () => {
      clearTimeout(timer);
      end?.();
      end = null;
    };
  }, [module, isOn, what]);
}

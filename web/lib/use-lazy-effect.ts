import { useEffect, useEffectEvent } from 'react';
import type { LazyModule } from './lazy-module.ts';

/** Milliseconds before a failed load is retried. */
const retryMs = 5_000;

/**
 * While `isOn`, loads a module and runs an effect from it. `start` returns the cleanup. Restarts when `key` changes, which
 * identifies the effect's subject.
 */
export function useLazyEffect<T>(
  module: LazyModule<T>,
  { isOn, key }: { isOn: boolean; key: string },
  start: (loaded: T) => () => void,
): void {
  const begin = useEffectEvent(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts when `key` changes
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
  }, [module, isOn, key]);
}

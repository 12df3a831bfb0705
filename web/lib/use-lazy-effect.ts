import { useEffect, useEffectEvent } from 'react';
import type { LazyModule } from './lazy-module.ts';

/** A load that fails is tried again after this long: milliseconds. */
const retryMs = 5_000;

/**
 * While on, runs something that a module loaded after the first view begins; `start` gives how to end it.
 * It begins anew when `what`, the thing it is about, changes.
 */
export function useLazyEffect<T>(
  module: LazyModule<T>,
  { isOn, what }: { isOn: boolean; what: string },
  start: (loaded: T) => () => void,
): void {
  const begin = useEffectEvent(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `start` is about
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

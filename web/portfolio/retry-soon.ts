import { useEffect, useEffectEvent } from 'react';
import type { Milliseconds } from '#contract/units.ts';
import { isForNow } from '#web/lib/errors.ts';

/** As long as a busy server asks to wait. */
const waitMs: Milliseconds = 5_000;

/** Tries again in a while if the server refused only for the moment. Returns a function that keeps it from that. */
export function retrySoon(failure: unknown, retry: () => void): () => void {
  if (!isForNow(failure)) return () => undefined;
  const timer = setTimeout(retry, waitMs);
  return () => clearTimeout(timer);
}

/** Tries again by itself for as long as the server refuses only for the moment. */
export function useRetrySoon(failure: unknown, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  useEffect(() => retrySoon(failure, () => retry()), [failure]);
}

import { useEffect, useEffectEvent } from 'react';
import type { Milliseconds } from '#contract/units.ts';
import { isTemporary } from '#web/lib/errors.ts';

/** The wait that a busy server asks for. */
const waitMs: Milliseconds = 5_000;

/** Retries after a short wait if the server refused only temporarily. Returns a function that cancels the retry. */
export function retrySoon(failure: unknown, retry: () => void): () => void {
  if (!isTemporary(failure)) return () => undefined;
  const timer = setTimeout(retry, waitMs);
  return () => clearTimeout(timer);
}

/** Retries automatically as long as the server refuses only temporarily. */
export function useRetrySoon(failure: unknown, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  useEffect(() => retrySoon(failure, () => retry()), [failure]);
}

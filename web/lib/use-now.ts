import { startTransition, useEffect, useState } from 'react';
import { useAfterHydration } from './use-hydrated.ts';

const stepMs = 15_000;
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!timer) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const notify of listeners) notify();
    }, stepMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The reader's time in milliseconds, in steps of 15 s, for ages and staleness. Null on the server and until hydration
 * ends, because server and browser would disagree. Changes in transitions, so it never blocks input.
 */
export function useNow(): number | null {
  const isHydrated = useAfterHydration();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const follow = () => startTransition(() => setAt(now));
    const stop = subscribe(follow);
    follow();
    return stop;
  }, []);
  return (isHydrated && at) || null;
}

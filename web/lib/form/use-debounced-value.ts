import { useEffect, useState } from 'react';

/** Returns a value once it hasn't changed for `afterMs` milliseconds, so that typing doesn't fetch for every letter. */
export function useDebouncedValue<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}

import { type Clock, waitUntil } from '#server/platform/clock.ts';

/** Stops asking a provider that does not answer, and lets one call at a time try whether it does again. */
export interface CircuitBreaker {
  /** 0: go ahead (when open, as the one probe). Otherwise the milliseconds until the next probe may go. */
  check(): number;
  /** An answer came, whatever it said: closes the circuit. */
  succeed(): void;
  /** No usable answer came; the third in a row opens the circuit, and each later one keeps it open. */
  fail(): void;
}

const failuresToOpen = 3;
const openMs = 10_000;

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0;
  let probeAt = 0;
  return {
    check() {
      if (failures < failuresToOpen) return 0;
      const now = clock.now();
      const untilProbe = waitUntil(probeAt, now, openMs);
      if (untilProbe === 0) probeAt = now + openMs;
      return untilProbe;
    },
    succeed() {
      failures = 0;
    },
    fail() {
      failures += 1;
      probeAt = clock.now() + openMs;
    },
  };
}

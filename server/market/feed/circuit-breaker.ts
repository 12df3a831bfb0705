import { type Clock, waitUntil } from '#server/platform/clock.ts';

/**
 * Stops calling a provider that does not answer, and lets one call at a time probe whether it has recovered. Not
 * cockatiel's, because here the refresh passes an open circuit and closes it, callers get a retry time instead of
 * waiting for the probe, and setting the clock back doesn't block calls.
 */
export interface CircuitBreaker {
  /**
   * Returns 0 to proceed (as the one probe if the circuit is open), otherwise the milliseconds until the next probe.
   */
  check(): number;
  /** The provider answered, even if with a refusal: closes the circuit. */
  succeed(): void;
  /** There was no usable answer. The third in a row opens the circuit, and each further one keeps it open. */
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

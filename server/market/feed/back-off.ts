const initialMs = 2_000;
/** Together with a call's ten-second limit, this keeps recovery within 30 s. */
const maxMs = 20_000;
const slowMaxMs = 600_000;

/**
 * Milliseconds from the start of a failed call to the next: doubling from 2 s to 20 s, with up to a quarter of jitter, so
 * that several processes don't come back at once. `random` returns 0 to 1.
 */
export function backOff(failures: number, random: () => number): number {
  return waitUpTo(maxMs, failures, random);
}

/** The same up to ten minutes, for data that is not urgent: its retries must not use up the visitors' calls. */
export function slowBackOff(failures: number, random: () => number): number {
  return waitUpTo(slowMaxMs, failures, random);
}

function waitUpTo(limitMs: number, failures: number, random: () => number): number {
  const full = Math.min(limitMs, initialMs * 2 ** (failures - 1));
  return full * (1 - random() / 4);
}

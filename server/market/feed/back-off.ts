const initialMs = 2_000;
/** Together with a call's ten-second limit, this keeps recovery within 30 s. */
const maxMs = 20_000;

/**
 * Milliseconds from the start of a failed call to the next: doubling from 2 s to 20 s, with up to a quarter of jitter, so
 * that several processes don't come back at once. `random` returns 0 to 1.
 */
export function backOff(failures: number, random: () => number): number {
  const full = Math.min(maxMs, initialMs * 2 ** (failures - 1));
  return full * (1 - random() / 4);
}

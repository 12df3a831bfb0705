const firstMs = 2_000;
/** With the ten seconds that a call may take this keeps recovery within 30 s. */
const longestMs = 20_000;

/**
 * How long after the start of the failed call to try again: doubling from 2 s to 20 s, up to a quarter less by
 * chance, so that several processes don't come back at once. `random` gives 0 to 1.
 */
export function backOff(failures: number, random: () => number): number {
  const full = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return full * (1 - random() / 4);
}

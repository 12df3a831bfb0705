import type { Milliseconds } from '#contract/units.ts';

/** Resolves when the work is done or the time is over, whichever comes first. */
export async function withinTime(work: Promise<void>, ms: Milliseconds): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

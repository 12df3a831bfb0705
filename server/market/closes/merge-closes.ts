import type { DayNumber } from '#server/platform/utc-day.ts';
import type { ArchivedClose } from './close-block.ts';
import { rankOfSource } from './close-source.ts';

/** Closes by day after a merge, and how many of the added ones it took. */
export interface MergedCloses {
  readonly closes: ReadonlyMap<DayNumber, ArchivedClose>;
  readonly changed: number;
}

/**
 * Merges to one close per day: the better source wins; among our own quotes, the latest; otherwise the existing one.
 * The result does not depend on the order in which sources write.
 */
export function mergeCloses(known: Iterable<ArchivedClose>, added: Iterable<ArchivedClose>): MergedCloses {
  const closes = new Map<DayNumber, ArchivedClose>();
  for (const close of known) closes.set(close.day, close);
  const changed = new Set<DayNumber>();
  for (const close of added) {
    const before = closes.get(close.day);
    if (before && !isBetter(close, before)) continue;
    closes.set(close.day, close);
    changed.add(close.day);
  }
  return { closes, changed: changed.size };
}

function isBetter(close: ArchivedClose, before: ArchivedClose): boolean {
  if (close.source !== before.source) return rankOfSource(close.source) < rankOfSource(before.source);
  return close.source === 'own' && close.at > before.at;
}

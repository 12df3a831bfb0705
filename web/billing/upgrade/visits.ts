import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';

const local = () => localStorage;

/** Counts a load of the site, up to two: more make no difference. */
export function countVisit(): void {
  writeStored(local, storageKeys.visits, readStored(local, storageKeys.visits) ? '2' : '1');
}

/** How often this browser has loaded the site: 1, or 2 for more. */
export function readVisits(): number {
  return Number(readStored(local, storageKeys.visits) ?? 1);
}

import { paths } from '#web/lib/paths.ts';
import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';
import { closeOverlay, openOverlay, whenNoOverlay } from '#web/ui/overlay/overlays.ts';
import { findUpgradeReason, offerTimes, type UpgradeReason } from './upgrade-reason.ts';
import { readVisits } from './visits.ts';

/** Nobody who said no is asked again for so long: milliseconds. */
const quietFor = 7 * 24 * 60 * 60_000;

/** The same for this load of the site, where the browser keeps nothing. */
let declinedAt = Number.NEGATIVE_INFINITY;

/** Pages that sell already. */
const sellingPaths: readonly string[] = [paths.pricing, paths.subscribe];

/**
 * Opens the upgrade popup once a rule holds and no other overlay is open; where another takes its place, it comes back
 * after that one. `pageViews` is how often the route has changed. Gives how to stop.
 */
export function watchStay(pathname: string, pageViews: number): () => void {
  const left = new AbortController();
  const isSelling = sellingPaths.includes(pathname.toLowerCase());
  if (isSelling) closeOverlay('offer');
  const look = () => whenNoOverlay(offer, left.signal);
  const offer = () => {
    const reason = isSelling || isQuiet() ? null : readReason(pageViews);
    if (reason === null) return;
    openOverlay({ name: 'offer', reason });
    look();
  };
  const timers = Object.values(offerTimes).map((seconds) =>
    // A moment later: a rule wants more than its seconds.
    setTimeout(look, Math.max(0, seconds * 1000 - performance.now()) + 50),
  );
  look();
  return () => {
    left.abort();
    timers.forEach(clearTimeout);
  };
}

/** Remembers that somebody does not want to be asked. */
export function keepOffersQuiet(): void {
  declinedAt = Date.now();
  writeStored(() => localStorage, storageKeys.offerClosed, String(declinedAt));
}

function readReason(pageViews: number): UpgradeReason | null {
  return findUpgradeReason({ seconds: performance.now() / 1000, visits: readVisits(), pageViews });
}

function isQuiet(): boolean {
  const stored = readStored(() => localStorage, storageKeys.offerClosed);
  return Date.now() < Math.max(declinedAt, Number(stored ?? Number.NEGATIVE_INFINITY)) + quietFor;
}

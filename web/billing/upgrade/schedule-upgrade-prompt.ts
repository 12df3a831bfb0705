import type { Instant, Milliseconds } from '#contract/units.ts';
import { paths } from '#web/lib/paths.ts';
import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';
import { closeOverlay, openOverlay, whenNoOverlay } from '#web/ui/overlay/overlays.ts';
import { findUpgradeReason, offerTimes, type UpgradeReason } from './upgrade-reason.ts';
import { readVisits } from './visits.ts';

/** How long the popup stays away after it was closed. */
const quietMs: Milliseconds = 7 * 24 * 60 * 60_000;

/** When it was last closed since the site was loaded, for browsers that store nothing. */
let declinedAt: Instant = Number.NEGATIVE_INFINITY;

/** Pages that sell plans themselves. */
const sellingPaths: readonly string[] = [paths.pricing, paths.subscribe];

/**
 * Opens the upgrade popup once a rule applies and no other overlay is open, and again after an overlay that replaced
 * it. `pageViews`: how often the route has changed. Returns a function that stops it.
 */
export function scheduleUpgradePrompt(pathname: string, pageViews: number): () => void {
  const left = new AbortController();
  const isSelling = sellingPaths.includes(pathname.toLowerCase());
  if (isSelling) closeOverlay('offer');
  const scheduleOffer = () => whenNoOverlay(offer, left.signal);
  const offer = () => {
    const reason = isSelling || isQuiet() ? null : readReason(pageViews);
    if (reason === null) return;
    openOverlay({ name: 'offer', reason });
    scheduleOffer();
  };
  const timers = Object.values(offerTimes).map((seconds) =>
    // Slightly later, because rules apply only after their number of seconds.
    setTimeout(scheduleOffer, Math.max(0, seconds * 1000 - performance.now()) + 50),
  );
  scheduleOffer();
  return () => {
    left.abort();
    timers.forEach(clearTimeout);
  };
}

/** Remembers that the offer was closed, whether it was declined or accepted. */
export function rememberDecline(): void {
  declinedAt = Date.now();
  writeStored(() => localStorage, storageKeys.offerClosed, String(declinedAt));
}

function readReason(pageViews: number): UpgradeReason | null {
  return findUpgradeReason({ seconds: performance.now() / 1000, visits: readVisits(), pageViews });
}

function isQuiet(): boolean {
  const stored = readStored(() => localStorage, storageKeys.offerClosed);
  return Date.now() < Math.max(declinedAt, Number(stored ?? Number.NEGATIVE_INFINITY)) + quietMs;
}

import type { CoverageSource } from '#contract/market.ts';
import type { DecimalText } from '#contract/units.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import { type ArchivedClose, decodeDays, type StoredBlock } from './close-block.ts';
import { preferPinned, roundPrice } from './past-close.ts';

/** A coin's closes in their stored form: decoding ten years takes milliseconds, so threads do it themselves. */
export interface StoredCloses {
  readonly stored: {
    readonly blocks: readonly StoredBlock[];
    /** Closes that figures were computed from. */
    readonly pinned: readonly ArchivedClose[];
    readonly today: DayNumber;
    /** Today's price of a listed coin, and its source. */
    readonly quote: DecimalText | null;
    readonly quotedBy: CoverageSource;
  };
}

/** One coin's prices by day. */
export interface DecodedCloses {
  readonly prices: ReadonlyMap<DayNumber, DecimalText>;
  readonly sources: readonly CoverageSource[];
  /** Null if there is a price on every day up to today. */
  readonly newestMissing: DayNumber | null;
}

/** Prices of all days of a span, with at most 18 decimals. */
export function decodeStoredCloses(
  { from, to }: { readonly from: DayNumber; readonly to: DayNumber },
  { stored: { blocks, pinned, today, quote, quotedBy } }: StoredCloses,
): DecodedCloses {
  const last = Math.min(to, today);
  const closes = preferPinned(decodeDays(blocks, { from, to: last }), pinned);
  const prices = new Map<DayNumber, DecimalText>();
  const sources = new Set<CoverageSource>();
  let newestMissing: DayNumber | null = null;
  for (let day = from; day <= last; day += 1) {
    const quoted = day >= today ? quote : null;
    const kept = quoted === null ? closes.get(day) : undefined;
    const price = quoted ?? (kept ? roundPrice(kept.price) : '0');
    if (price === '0') newestMissing = day;
    else {
      prices.set(day, price);
      sources.add(kept?.source ?? quotedBy);
    }
  }
  return { prices, sources: [...sources], newestMissing };
}

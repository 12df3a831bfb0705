import type { Instant, Milliseconds } from '#contract/units.ts';
import type { CoinList } from '../queries.ts';

/** Lists fetched less than this far apart count as the same. */
const minGap: Milliseconds = 30_000;

/** The outcome of a refresh: new rows, or nothing newer. */
export type RefreshOutcome = 'updated' | 'up-to-date';

/** `updated` if the two were fetched at least `minGap` apart, or differ in source or marks. */
export function chooseRefresh(shown: CoinList | undefined, answer: CoinList): RefreshOutcome {
  if (!shown || shown.source !== answer.source) return 'updated';
  if (listMarks(shown) !== listMarks(answer)) return 'updated';
  const gap = Date.parse(answer.asOf ?? '') - Date.parse(shown.asOf ?? '');
  return Math.abs(gap) < minGap ? 'up-to-date' : 'updated';
}

/** The marks of held-back and missing coins, which can change without a newer date. */
function listMarks({ rows }: CoinList): string {
  const marked = rows.filter(({ quarantined, missing }) => quarantined || missing);
  return marked.map(({ id, quarantined, missing }) => `${id} ${quarantined} ${missing}`).join();
}

/** A quote that is older than the newest by more than this shows its time. */
const maxQuoteLag: Milliseconds = 10 * 60_000;

/**
 * The instant before which a row's quote counts as old: relative to the newest quote, or to the fetch if that quote
 * claims to be newer.
 */
export function oldQuotesBefore(list: CoinList): Instant {
  const instants = list.rows.map((row) => Date.parse(row.last_updated ?? '')).filter(Number.isFinite);
  if (instants.length === 0) return Number.NEGATIVE_INFINITY;
  const fetchedAt = Date.parse(list.asOf ?? '');
  const newest = Math.max(...instants);
  return (Number.isNaN(fetchedAt) ? newest : Math.min(newest, fetchedAt)) - maxQuoteLag;
}

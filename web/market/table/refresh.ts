import type { Instant, Milliseconds } from '#contract/units.ts';
import type { CoinList } from '../queries.ts';

/** Rows fetched closer together than this count as the same. */
const minAgeGap: Milliseconds = 30_000;

/** The outcome of a refresh: new rows, or nothing newer. */
export type RefreshOutcome = 'updated' | 'up-to-date';

/** Whether the answer's rows replace the shown ones: if at least 30 s newer, of another source, or marked otherwise. */
export function chooseRefresh(shown: CoinList | undefined, answer: CoinList): RefreshOutcome {
  if (!shown || shown.source !== answer.source) return 'updated';
  if (listMarks(shown) !== listMarks(answer)) return 'updated';
  const age = Date.parse(answer.asOf ?? '') - Date.parse(shown.asOf ?? '');
  return Math.abs(age) < minAgeGap ? 'up-to-date' : 'updated';
}

/** The coins whose quotes are held back or missing: these marks come and go without a newer date. */
function listMarks({ rows }: CoinList): string {
  const marked = rows.filter(({ quarantined, missing }) => quarantined || missing);
  return marked.map(({ id, quarantined, missing }) => `${id} ${quarantined} ${missing}`).join();
}

/** A quote older than the newest by more than this shows its own time. */
const maxQuoteLag: Milliseconds = 10 * 60_000;

/**
 * The instant before which a row's quote counts as old, relative to the newest quote, or to the fetch if a quote claims
 * to be newer than that.
 */
export function oldQuotesBefore(list: CoinList): Instant {
  const instants = list.rows.map((row) => Date.parse(row.last_updated ?? '')).filter(Number.isFinite);
  if (instants.length === 0) return Number.NEGATIVE_INFINITY;
  const fetchedAt = Date.parse(list.asOf ?? '');
  const newest = Math.max(...instants);
  return (Number.isNaN(fetchedAt) ? newest : Math.min(newest, fetchedAt)) - maxQuoteLag;
}

import type { CoinList } from '../queries.ts';

/** Data shown is frozen this long: an answer that is newer by less leaves it. In milliseconds. */
const frozenFor = 30_000;

/** What came of a Refresh: new rows, or rows that are about as new already. */
export type RefreshOutcome = 'updated' | 'up-to-date';

/** Whether the answer's rows take the place of those shown: they do when at least 30 s newer, or of another source. */
export function chooseRefresh(shown: CoinList | undefined, answer: CoinList): RefreshOutcome {
  if (!shown || shown.source !== answer.source) return 'updated';
  const age = Date.parse(answer.asOf ?? '') - Date.parse(shown.asOf ?? '');
  return Math.abs(age) < frozenFor ? 'up-to-date' : 'updated';
}

/** Ten minutes: a quote older than the newest by more has its own time beside it. */
const oldAfter = 10 * 60_000;

/**
 * The instant (ms) before which a row's quote counts as old; it follows the newest quote, unless that claims to be
 * newer than the fetch itself.
 */
export function oldQuotesBefore(list: CoinList): number {
  const instants = list.rows.map((row) => Date.parse(row.last_updated ?? '')).filter(Number.isFinite);
  if (instants.length === 0) return Number.NEGATIVE_INFINITY;
  const fetchedAt = Date.parse(list.asOf ?? '');
  const newest = Math.max(...instants);
  return (Number.isNaN(fetchedAt) ? newest : Math.min(newest, fetchedAt)) - oldAfter;
}

import type { Instant } from '#contract/units.ts';

const hourMs = 60 * 60_000;
const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** The age of an article: under an hour, then hours, then days. */
export function formatArticleAge(publishedAt: Instant, now: Instant): string {
  const hours = Math.floor((now - publishedAt) / hourMs);
  if (hours < 1) return 'under 1 hour ago';
  return hours < 24 ? ago(hours, 'hour') : ago(Math.floor(hours / 24), 'day');
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The UTC day of an article, used while the reader's time is not known. */
export function formatArticleDay(publishedAt: Instant): string {
  return day.format(publishedAt);
}

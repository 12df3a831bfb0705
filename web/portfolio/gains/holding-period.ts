const dayMs = 86_400_000;

/**
 * How long a lot was held before its disposal (ISO 8601 instants). A lot may be acquired at the same time (a fee paid
 * from the coins just bought) or later (the UK's thirty-day rule).
 */
export function describeHoldingPeriod(acquiredAt: string, disposedAt: string): string {
  if (acquiredAt < disposedAt) return `held ${formatHoldingPeriod(acquiredAt, disposedAt)}`;
  return acquiredAt === disposedAt ? 'acquired at the same time' : 'acquired later';
}

/** The time between two instants: `14 days`, `5 mo`, `2 y 8 mo`. */
export function formatHoldingPeriod(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  const days = Math.floor((end.getTime() - start.getTime()) / dayMs);
  const unfinishedMonth = end.getUTCDate() < start.getUTCDate() ? 1 : 0;
  const months =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 +
    end.getUTCMonth() -
    start.getUTCMonth() -
    unfinishedMonth;
  if (days < 1) return 'less than a day';
  if (months < 2) return `${days} day${days === 1 ? '' : 's'}`;
  const years = Math.floor(months / 12);
  return [years > 0 && `${years} y`, months % 12 > 0 && `${months % 12} mo`].filter(Boolean).join(' ');
}

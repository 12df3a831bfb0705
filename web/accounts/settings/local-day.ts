const style = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** The local day of an instant: `1 Mar 2026`. Null if it isn't one. */
export function formatLocalDay(instant: string): string | null {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? null : new Intl.DateTimeFormat('en-GB', style).format(date);
}

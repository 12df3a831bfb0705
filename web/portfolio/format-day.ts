const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** The UTC day of an ISO 8601 instant or date: `2 Dec 2024`. */
export const formatDay = (at: string) => days.format(new Date(at));
/** The UTC time of day: `12:30 UTC`. */
export const formatClock = (at: string) => `${clock.format(new Date(at))} UTC`;

import type { Firing } from '#contract/alerts/alerts.ts';

/** Undefined: the reader's own time zone. */
type TimeZone = string | undefined;

interface Zone {
  readonly clock: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
  readonly dayOfYear: Intl.DateTimeFormat;
}

const zones = new Map<TimeZone, Zone>();

function zoneOf(timeZone: TimeZone): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  const day = { day: 'numeric', month: 'short', timeZone } as const;
  const made = {
    clock: new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }),
    day: new Intl.DateTimeFormat('en-GB', day),
    dayOfYear: new Intl.DateTimeFormat('en-GB', { ...day, year: 'numeric' }),
  };
  zones.set(timeZone, made);
  return made;
}

/** A day and time, with the year if it is not the current one: `18 Dec, 21:14`. */
export function formatMoment(at: string, now: number, timeZone?: string): string {
  const zone = zoneOf(timeZone);
  return `${dayOf(zone, at, now)}, ${zone.clock.format(new Date(at))}`;
}

type Crossing = Pick<Firing, 'crossedAfter' | 'crossedBy' | 'firedAt'>;

/**
 * When a threshold was crossed and when that was noticed, in the reader's time zone: `Crossed between 12:03 and 12:09,
 * noticed 12:15`. A day is only included if it isn't today, or isn't the last day mentioned.
 */
export function describeTimes(
  { crossedAfter, crossedBy, firedAt }: Crossing,
  now: number,
  timeZone?: string,
): string {
  const zone = zoneOf(timeZone);
  let named = dayOf(zone, new Date(now).toISOString(), now);
  const formatAt = (at: string) => {
    const day = dayOf(zone, at, now);
    const clock = zone.clock.format(new Date(at));
    const text = day === named ? clock : `${day}, ${clock}`;
    named = day;
    return text;
  };
  const isSame = (one: string, other: string) =>
    formatMoment(one, now, timeZone) === formatMoment(other, now, timeZone);
  const describeCrossing = () => {
    // The condition already held when the alert was set, and the user chose to be notified anyway.
    if (crossedAfter === crossedBy) return `Already met, at ${formatAt(crossedBy)}`;
    if (isSame(crossedAfter, crossedBy)) return `Crossed at ${formatAt(crossedBy)}`;
    return `Crossed between ${formatAt(crossedAfter)} and ${formatAt(crossedBy)}`;
  };
  const crossed = describeCrossing();
  return isSame(crossedBy, firedAt) ? crossed : `${crossed}, noticed ${formatAt(firedAt)}`;
}

function dayOf(zone: Zone, at: string, now: number): string {
  const instant = new Date(at);
  const year = (date: Date | number) => zone.dayOfYear.format(date).slice(-4);
  return year(instant) === year(now) ? zone.day.format(instant) : zone.dayOfYear.format(instant);
}

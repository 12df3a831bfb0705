import { useAfterHydration } from '#web/lib/use-hydrated.ts';

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;

interface Zone {
  readonly clock: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
}

function createZone(zone: { timeZone?: string } = {}): Zone {
  return {
    clock: new Intl.DateTimeFormat('en-GB', { ...clock, ...zone }),
    day: new Intl.DateTimeFormat('en-GB', { ...day, ...zone }),
  };
}

let utc: Zone | undefined;
let local: Zone | undefined;

/**
 * An instant (ISO 8601 or milliseconds) as HH:MM:SS, with its date unless that is today. Rendered in UTC, with the zone
 * named, until hydration, because the server doesn't know the reader's time zone; then in local time.
 */
export function ClockTime({ at }: { at: string | number }) {
  const isHydrated = useAfterHydration();
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return <>—</>;
  // The date may differ if midnight passes between the server's rendering and the browser's.
  return (
    <time dateTime={instant.toISOString()} className="figures" suppressHydrationWarning>
      {isHydrated ? formatIn(localZone(), instant) : `${formatIn(utcZone(), instant)} UTC`}
    </time>
  );
}

function utcZone(): Zone {
  utc ??= createZone({ timeZone: 'UTC' });
  return utc;
}

function localZone(): Zone {
  local ??= createZone();
  return local;
}

function formatIn(zone: Zone, instant: Date): string {
  const date = zone.day.format(instant);
  const time = zone.clock.format(instant);
  return date === zone.day.format(new Date()) ? time : `${date}, ${time}`;
}

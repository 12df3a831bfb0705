import { useHydrated } from '../lib/use-hydrated.ts';

const parts = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const utcClock = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
let localClock: Intl.DateTimeFormat | undefined;

/**
 * An instant (ISO 8601 or milliseconds) as HH:MM:SS. The server and the first paint say it in UTC, with the zone
 * named, because they do not know the reader's; after hydration it is the reader's own clock.
 */
export function ClockTime({ at }: { at: string | number }) {
  const isHydrated = useHydrated();
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return <>—</>;
  return (
    <time dateTime={instant.toISOString()} className="num">
      {isHydrated ? formatLocal(instant) : `${utcClock.format(instant)} UTC`}
    </time>
  );
}

function formatLocal(instant: Date): string {
  localClock ??= new Intl.DateTimeFormat('en-GB', parts);
  return localClock.format(instant);
}

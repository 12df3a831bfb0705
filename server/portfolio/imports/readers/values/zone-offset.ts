import type { Instant, Milliseconds } from '#contract/units.ts';
import { RowError } from '../row-error.ts';

/** Converts a time zone's local time to instants. */
export interface ZoneOffsets {
  /** `local`: the clock time as if it were UTC. For an hour that occurs twice, the first is taken. */
  toInstant(local: Instant): Instant;
}

const day: Milliseconds = 86_400_000;
const fixed = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?$/i;
const created = new Map<string, ZoneOffsets>();

/** `name`: an IANA name or an offset such as `+02:00`. Throws a `RowError` for anything else. */
export function getZoneOffsets(name: string): ZoneOffsets {
  const known = created.get(name);
  if (known) return known;
  const offsets = createOffsets(name);
  // Bounds the cache: a file may have a zone in every row.
  if (created.size > 100) created.clear();
  created.set(name, offsets);
  return offsets;
}

/** Kiribati is 14 hours ahead. */
const maxMinutes = 14 * 60;
const notAZone = (name: string) => new RowError(`“${name.slice(0, 40)}” is not a time zone`);

function createOffsets(name: string): ZoneOffsets {
  if (/^(?:UTC|GMT|Z|Etc\/UTC)$/i.test(name)) return { toInstant: (local) => local };
  const match = fixed.exec(name);
  if (match) {
    const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
    if (minutes > maxMinutes) throw notAZone(name);
    const offset = (match[1] === '-' ? -minutes : minutes) * 60_000;
    return { toInstant: (local) => local - offset };
  }
  return createNamed(formatOf(name));
}

function formatOf(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    throw notAZone(name);
  }
}

function createNamed(format: Intl.DateTimeFormat): ZoneOffsets {
  const known = new Map<number, number>();
  /** The offset at the start of a UTC day. */
  function offsetOfDay(index: number): Milliseconds {
    const cached = known.get(index);
    if (cached !== undefined) return cached;
    const offset = readOffset(format, index * day);
    known.set(index, offset);
    return offset;
  }
  return {
    toInstant(local) {
      const index = Math.floor(local / day);
      const [before, after] = [offsetOfDay(index - 1), offsetOfDay(index + 2)];
      if (before === after) return local - before;
      // Near a clock change: the larger offset gives the earlier of two instants.
      const [larger, smaller] = before > after ? [before, after] : [after, before];
      const first = local - larger;
      return readOffset(format, first) === larger ? first : local - smaller;
    },
  };
}

function readOffset(format: Intl.DateTimeFormat, at: Instant): Milliseconds {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const match = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name.replace('−', '-'));
  if (!match) return 0;
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0);
  return (match[1] === '-' ? -seconds : seconds) * 1000;
}

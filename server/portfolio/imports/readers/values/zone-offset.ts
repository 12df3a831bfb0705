import type { Instant, Milliseconds } from '#contract/units.ts';

/** The offsets of a zone from UTC, by the clock in that zone. */
export interface ZoneOffsets {
  /** `local`: what the clock shows, as if it were UTC. Of an hour that comes twice the first is meant. */
  toInstant(local: Instant): Instant;
}

const day: Milliseconds = 86_400_000;
const fixed = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?$/i;
const created = new Map<string, ZoneOffsets>();

/** By an IANA name or an offset such as `+02:00`. Throws a `RangeError` for anything else. */
export function zoneOffsets(name: string): ZoneOffsets {
  const known = created.get(name);
  if (known) return known;
  const offsets = createOffsets(name);
  // A file may name a zone in every row.
  if (created.size > 100) created.clear();
  created.set(name, offsets);
  return offsets;
}

function createOffsets(name: string): ZoneOffsets {
  if (/^(?:UTC|GMT|Z|Etc\/UTC)$/i.test(name)) return { toInstant: (local) => local };
  const match = fixed.exec(name);
  if (match) {
    const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
    const offset = (match[1] === '-' ? -minutes : minutes) * 60_000;
    return { toInstant: (local) => local - offset };
  }
  return createNamed(new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' }));
}

function createNamed(format: Intl.DateTimeFormat): ZoneOffsets {
  const known = new Map<number, number>();
  /** At the beginning of a UTC day. */
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
      // A change of the clock is near: the larger offset is the earlier of two instants.
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

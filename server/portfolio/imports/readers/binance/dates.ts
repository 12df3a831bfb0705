import type { Reading } from '../reading.ts';

/** `UTC--6` in the file name means six hours behind UTC. */
function zoneOfName(fileName: string): string | undefined {
  const match = /\(UTC(-?)([+-])?(\d{1,2})(?:[:_]?(\d{2}))?\)/.exec(fileName);
  if (!match) return undefined;
  const [, dash, sign = dash || '+', hours = '', minutes = '00'] = match;
  return `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

/**
 * Reads the dates of a column. If its name has no zone, only the file's name may have one. `zoned`: the column whose name has
 * the zone, if not the same.
 */
export function readBinanceDates(
  reading: Reading,
  column: number,
  zoned = column,
): ReturnType<Reading['dates']> {
  const { name, zone = null } = reading.columns[zoned] ?? {};
  const ofColumn = zone === null ? zoneOfName(reading.options.fileName) : zone;
  return reading.dates([column], { isYearFirst: true, timeZone: name === 'utc_time' ? 'UTC' : ofColumn });
}

/** A column heading and the time zone in it. */
export interface ColumnName {
  /** In lower case, spaces collapsed, without the offset: `time(utc)` for `Time (UTC+08:00)`. */
  readonly name: string;
  /** `+08:00` for `Time(UTC+08:00)`, `UTC` for `Time (UTC)`; null if it has none. */
  readonly zone: string | null;
}

const zoned = /^(.{0,80}?) ?\((?:utc|gmt)(?:[ ]?([+-])(\d{1,2})(?::?(\d{2}))?)?\)$/;

/** Normalizes a column name, removing what differs between exports. */
export function normalizeColumn(heading: string): ColumnName {
  const name = heading
    .slice(0, 200)
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .replace(/[\s\uFEFF]/g, ' ')
    .split(' ')
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
  const match = zoned.exec(name);
  if (!match) return { name, zone: null };
  const [, base = '', sign, hours, minutes = '00'] = match;
  return { name: `${base}(utc)`, zone: sign ? `${sign}${hours?.padStart(2, '0')}:${minutes}` : 'UTC' };
}

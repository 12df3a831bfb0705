/** The heading of a column, with what it says of time. */
export interface ColumnName {
  /** In lower case, blanks collapsed, a zone left out: `time(utc)` for `Time (UTC+08:00)`. */
  readonly name: string;
  /** `+08:00` of `Time(UTC+08:00)`, `UTC` of `Time (UTC)`; null: it names none. */
  readonly zone: string | null;
}

const zoned = /^(.{0,80}?) ?\((?:utc|gmt)(?:[ ]?([+-])(\d{1,2})(?::?(\d{2}))?)?\)$/;

/** The name of a column without what differs from export to export. */
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

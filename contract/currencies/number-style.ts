/**
 * How numbers and money are written: `$1,234.5` (en), `1.234,5 $` (de), `$1.234,5` (nl), `1 234,5 $` with a narrow
 * no-break space in the number (fr), `$1’234.5` (ch), `$12,34,567.5` (in). The server chooses it for the first HTML by
 * the visitor's language, and the page keeps it.
 */
export const numberStyles = ['en', 'de', 'nl', 'fr', 'ch', 'in'] as const;
export type NumberStyle = (typeof numberStyles)[number];

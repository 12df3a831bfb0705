import { createHash } from 'node:crypto';

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** JSON with sorted keys and no whitespace, so that equal values have equal text. Takes plain JSON values. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const pairs = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${toCanonicalJson(item)}`).join(',')}}`;
}

/** The SHA-256 of the canonical JSON, in hex. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(toCanonicalJson(value)).digest('hex');
}

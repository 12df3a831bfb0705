/** Crockford's base 32: no I, L or O, which are easily misread, and no U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/** The code of 5 random bytes, as shown to people: `XXXX-XXXX`. */
export function formatCode(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const text = Array.from(
    { length },
    (_, index) => alphabet[Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)],
  ).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * Normalizes a typed code: case, spaces and dashes are ignored, O is read as 0, and I and L as 1. Returns undefined if
 * it can't be a code.
 */
export function normalizeCode(typed: string): string | undefined {
  const text = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const isCode = text.length === length && [...text].every((char) => alphabet.includes(char));
  return isCode ? text : undefined;
}

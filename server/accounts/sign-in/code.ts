import { randomInt } from 'node:crypto';

/** Crockford's base 32: no I, L, O and U, which are mistaken for others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/** A random code of 40 bits, as it is shown: `XXXX-XXXX`. */
export function makeCode(): string {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * What somebody typed as the code it stands for, without its dash: small letters, blanks, dashes, O for 0 and I or L
 * for 1 are forgiven. Undefined: it can't be a code.
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

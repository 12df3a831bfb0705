/** Letters and digits of a code; the rest is how it is written. */
const codeLength = 8;

/** A code as it is shown, `XXXX-XXXX`, from whatever was typed or pasted. */
export function formatCode(text: string): string {
  const signs = text
    .replace(/[^a-z\d]/gi, '')
    .toUpperCase()
    .slice(0, codeLength);
  return signs.length > 4 ? `${signs.slice(0, 4)}-${signs.slice(4)}` : signs;
}

/** Whether all of a code is there. */
export function isWholeCode(text: string): boolean {
  return formatCode(text).length === codeLength + 1;
}

/** The code in a mail's text, if there is one. */
export function findCode(text: string): string | null {
  return /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text)?.[0] ?? null;
}

/** The number of letters and digits in a code, without the dash. */
const codeLength = 8;

/** Formats typed or pasted text as a code, `XXXX-XXXX`. */
export function formatCode(text: string): string {
  const characters = text
    .replace(/[^a-z\d]/gi, '')
    .toUpperCase()
    .slice(0, codeLength);
  return characters.length > 4 ? `${characters.slice(0, 4)}-${characters.slice(4)}` : characters;
}

/** Whether a code is complete. */
export function isWholeCode(text: string): boolean {
  return formatCode(text).length === codeLength + 1;
}

/** The code in an e-mail's text, if there is one. */
export function findCode(text: string): string | null {
  return /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text)?.[0] ?? null;
}

/**
 * The encoding used for ASCII and Latin 1. Those are often defaults that nobody chose, and any bytes are valid in it.
 */
const latin1 = 'windows-1252';

/**
 * Decodes an XML document by its byte order mark, otherwise by its declaration if the bytes are valid in it, otherwise
 * by the server's `contentType`. UTF-8 labelled as ASCII or Latin 1 is still read as UTF-8. Invalid bytes become
 * U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const wide = findWideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const declared = toKnownLabel(declaredEncoding(bytes));
  const served = toKnownLabel(servedEncoding(contentType));
  const isNamed = declared === 'utf-8' || served === 'utf-8';
  const utf8 = decodeStrictly('utf-8', bytes);
  // Text in another encoding is hardly ever valid UTF-8.
  if (utf8 !== undefined && isNamed) return utf8;
  if (declared !== undefined && isChosen(declared)) {
    const own = decodeStrictly(declared, bytes);
    if (own !== undefined) return own;
  }
  const named = [served, declared].find((label) => label !== undefined && isChosen(label));
  if (named !== undefined) return new TextDecoder(named).decode(bytes);
  return utf8 ?? new TextDecoder(latin1).decode(bytes);
}

const isChosen = (label: string) => label !== latin1 && label !== 'utf-8';

/**
 * Undefined if the bytes are invalid in the encoding. Control characters that never occur in text indicate a wrong
 * single-byte encoding.
 */
function decodeStrictly(label: string, bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return /[\x80-\x84\x86-\x9f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Detects UTF-16 by its byte order mark or by the bytes of its first `<`. */
function findWideEncoding(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return undefined;
}

function servedEncoding(contentType: string | undefined): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec((contentType ?? '').slice(0, 500))?.[1];
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1];
}

/** The decoder's name for an encoding; undefined if unknown. */
function toKnownLabel(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    // A document that starts with ASCII is not UTF-16, whatever its label.
    return encoding.startsWith('utf-16') ? undefined : encoding;
  } catch {
    return undefined;
  }
}

/** Servers often send these labels wrongly: they apply only to bytes that are no UTF-8. */
const unreliable = new Set(['utf-8', 'windows-1252']);

/**
 * Decodes an XML document by its byte order mark, else by the server's `contentType`, else by its own declaration. UTF-8
 * labelled as ASCII or Latin 1 is still UTF-8. Invalid bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const named =
    findWideEncoding(bytes) ??
    toKnownLabel(/charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1]) ??
    toKnownLabel(declaredEncoding(bytes));
  if (named !== undefined && !unreliable.has(named)) return new TextDecoder(named).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(named ?? 'windows-1252').decode(bytes);
  }
}

/** UTF-16, by its mark or by how its first `<` is written. */
function findWideEncoding(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1];
}

/** The decoder's name of an encoding; undefined for an unknown one. */
function toKnownLabel(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    // A document that begins as ASCII is not UTF-16, whatever its label.
    return encoding.startsWith('utf-16') ? undefined : encoding;
  } catch {
    return undefined;
  }
}

import { UnreadableFile } from '../unreadable-file.ts';

/** Decodes by the byte-order mark; without one as UTF-8 or, if that is invalid, as windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  return checkText(decode(bytes)).replace(/\r\n?/g, '\n');
}

function decode(bytes: Uint8Array): string {
  const wide = detectUtf16(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  return decodeUtf8(bytes) ?? decodeCutUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

function decodeUtf8(bytes: Uint8Array, isCut = false): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}

/**
 * Decodes a file that ends within a character. Requires other valid non-ASCII characters, because in another encoding
 * the last byte may be the only one.
 */
function decodeCutUtf8(bytes: Uint8Array): string | null {
  const text = decodeUtf8(bytes, true);
  return text !== null && /[\u0080-\uffff]/.test(text) ? text : null;
}

function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Latin text in UTF-16 without a mark has a zero in every other byte.
  const sample = bytes.subarray(0, 64);
  if (sample.length < 4 || sample.length % 2 === 1) return null;
  const zeros = [0, 1].map(
    (start) => sample.filter((byte, index) => index % 2 === start && byte === 0).length,
  );
  const half = sample.length / 2;
  if (zeros[0] === 0 && zeros[1] === half) return 'utf-16le';
  return zeros[1] === 0 && zeros[0] === half ? 'utf-16be' : null;
}

function checkText(text: string): string {
  const at = text.indexOf('\0');
  if (at < 0) return text;
  const line = text.slice(0, at).split(/\r\n?|\n/).length;
  throw new UnreadableFile('unreadable', `Line ${line} has a NUL character: this is not a text file`, {
    line,
  });
}

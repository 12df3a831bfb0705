import Papa from 'papaparse';

/** Enough for a header and a few rows. Longer content is cut. */
const maxBytes = 64 * 1024;
const maxRows = 4;

/** The header and first rows of a text table. Empty if the file isn't one. */
export async function readFirstRows(file: File): Promise<readonly (readonly string[])[]> {
  const text = decode(await file.slice(0, maxBytes).arrayBuffer());
  if (text.includes('\0')) return [];
  const { data } = Papa.parse<string[]>(text, { preview: maxRows, skipEmptyLines: true });
  return data.map((row) => row.map((cell) => cell.trim()));
}

/** As the server decodes it: without a byte-order mark as UTF-8 or, if it isn't that, as windows-1252. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // Streaming: the file may be cut within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

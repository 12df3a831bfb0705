import Papa from 'papaparse';

/** Enough for a header and a few rows. Longer content is cut. */
const maxBytes = 64 * 1024;
const maxRows = 4;

/** The header and first rows of a text table. Empty if the file isn't one. */
export async function readFirstRows(file: File): Promise<readonly (readonly string[])[]> {
  const text = await file.slice(0, maxBytes).text();
  if (text.includes('\0')) return [];
  const { data } = Papa.parse<string[]>(text, { preview: maxRows, skipEmptyLines: true });
  return data.map((row) => row.map((cell) => cell.trim()));
}

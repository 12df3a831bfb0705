import Papa from 'papaparse';

/** Enough for a header and a few rows; longer lines are cut. */
const maxBytes = 64 * 1024;
const maxRows = 4;

/** The header and the first rows of a table of text; empty where the file is none. */
export async function readFirstRows(file: File): Promise<readonly (readonly string[])[]> {
  const text = await file.slice(0, maxBytes).text();
  if (text.includes('\0')) return [];
  const { data } = Papa.parse<string[]>(text, { preview: maxRows, skipEmptyLines: true });
  return data.map((row) => row.map((cell) => cell.trim()));
}

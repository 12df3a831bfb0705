/** The cost of receiving a value in addition to its own characters, counted in characters. */
export const sizePerValue = 100;

/** The characters of a JSON value and its names, with `sizePerValue` for each value in it. */
export function sizeOfJson(value: unknown): number {
  if (typeof value === 'string') return sizePerValue + value.length;
  if (typeof value !== 'object' || value === null) return sizePerValue;
  let size = sizePerValue;
  if (Array.isArray(value)) for (const item of value) size += sizeOfJson(item);
  else for (const [name, field] of Object.entries(value)) size += name.length + sizeOfJson(field);
  return size;
}

/** In an ordinary document a value takes more than ten characters including its name. */
const minLengthPerValue = 8;
const allowedValues = 10_000;
const structure: ReadonlySet<number> = new Set([...'{[,'].map((sign) => sign.charCodeAt(0)));

/**
 * Whether a JSON text has more than `maxValues` values, or so many for its length that reading it takes many times the
 * time and memory of an ordinary one.
 */
export function isDenseJson(
  length: number,
  codeAt: (at: number) => number,
  maxValues = Number.POSITIVE_INFINITY,
): boolean {
  let values = 0;
  for (let at = 0; at < length; at += 1) if (structure.has(codeAt(at))) values += 1;
  return values > Math.min(maxValues, allowedValues + length / minLengthPerValue);
}

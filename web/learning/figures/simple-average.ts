/** The mean of the last `length` values at each position. Undefined until there are that many. */
export function simpleAverage(values: readonly number[], length: number): (number | undefined)[] {
  return values.map((_, index) => {
    if (index + 1 < length) return undefined;
    const span = values.slice(index + 1 - length, index + 1);
    return span.reduce((sum, value) => sum + value, 0) / length;
  });
}

/**
 * The relative strength index, 0 to 100, at each position. Undefined for the first `length`. From J. Welles Wilder,
 * "New Concepts in Technical Trading Systems" (1978): the first averages are plain means, each later one weights the
 * newest change by 1 / length.
 */
export function rsi(values: readonly number[], length: number): (number | undefined)[] {
  const index: (number | undefined)[] = [];
  let gain = 0;
  let loss = 0;
  values.forEach((value, place) => {
    const change = place === 0 ? 0 : value - (values[place - 1] ?? value);
    const up = Math.max(change, 0);
    const down = Math.max(-change, 0);
    if (place <= length) {
      gain += up / length;
      loss += down / length;
    } else {
      gain += (up - gain) / length;
      loss += (down - loss) / length;
    }
    index.push(place < length ? undefined : gain + loss === 0 ? 50 : (100 * gain) / (gain + loss));
  });
  return index;
}

/**
 * The relative strength index, 0 to 100, at each position. Undefined for the first `length`. From J. Welles Wilder,
 * "New Concepts in Technical Trading Systems" (1978): the first averages are plain means, each later one weights the
 * newest change by 1 / length.
 */
export function rsi(values: readonly number[], length: number): (number | undefined)[] {
  const strengths: (number | undefined)[] = [];
  let gain = 0;
  let loss = 0;
  values.forEach((value, index) => {
    const change = index === 0 ? 0 : value - (values[index - 1] ?? value);
    const up = Math.max(change, 0);
    const down = Math.max(-change, 0);
    if (index <= length) {
      gain += up / length;
      loss += down / length;
    } else {
      gain += (up - gain) / length;
      loss += (down - loss) / length;
    }
    strengths.push(index < length ? undefined : gain + loss === 0 ? 50 : (100 * gain) / (gain + loss));
  });
  return strengths;
}

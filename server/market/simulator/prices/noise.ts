/** A smooth, bounded, repeatable curve over time: `at(seconds)` can be called for any instant in any order. */
export interface Noise {
  at(seconds: number): number;
}

export interface NoiseShape {
  /**
   * Periods of the slowest and the fastest wave in seconds; each wave is `ratio` times faster than the previous one.
   */
  readonly maxPeriod: number;
  readonly minPeriod: number;
  readonly ratio: number;
  /** Height of a wave of the given period. */
  amplitude(period: number): number;
}

/** A 32-bit hash of text, to turn a coin's id into a seed (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Evenly distributed over [-1, 1), always the same for the same two integers (finalizer of MurmurHash3). */
export function hashUnit(salt: number, index: number): number {
  let h = salt ^ Math.imul(index, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  h ^= h >>> 16;
  return (h | 0) / 0x80000000;
}

/**
 * Layered value noise: each wave draws a value at every multiple of its period and eases between them. The sum never
 * exceeds the sum of the amplitudes, so it stays bounded for decades.
 */
export function createNoise(seed: number, shape: NoiseShape): Noise {
  const frequencies: number[] = [];
  const amplitudes: number[] = [];
  const phases: number[] = [];
  const salts: number[] = [];
  for (let period = shape.maxPeriod, i = 1; period >= shape.minPeriod; period /= shape.ratio, i++) {
    const salt = Math.imul(seed ^ Math.imul(i, 0x27d4eb2f), 0x165667b1);
    frequencies.push(1 / period);
    amplitudes.push(shape.amplitude(period));
    phases.push(hashUnit(salt, 7) * 0.5 + 0.5);
    salts.push(salt);
  }
  // The two values a wave eases between are cached: neighbouring instants share them.
  const indexes = new Float64Array(salts.length).fill(Number.NaN);
  const starts = new Float64Array(salts.length);
  const rises = new Float64Array(salts.length);
  return {
    at(seconds) {
      let sum = 0;
      for (let i = 0; i < salts.length; i++) {
        const x = seconds * frequencies[i]! + phases[i]!;
        const index = Math.floor(x);
        if (index !== indexes[i]) {
          indexes[i] = index;
          starts[i] = amplitudes[i]! * hashUnit(salts[i]!, index);
          rises[i] = amplitudes[i]! * hashUnit(salts[i]!, index + 1) - starts[i]!;
        }
        const part = x - index;
        sum += starts[i]! + rises[i]! * part * part * (3 - 2 * part);
      }
      return sum;
    },
  };
}

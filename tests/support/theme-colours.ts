import { readFileSync } from 'node:fs';

const tokens = readFileSync(new URL('../../web/tokens.css', import.meta.url), 'utf8');

/** Linear red, green and blue, from 0 to 1. */
export type LinearColour = readonly [number, number, number];

/** The tokens of a theme and their values, as written in `tokens.css`. */
export function readTheme(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const [, block = ''] = tokens.split(`[data-theme="${theme}"] {`);
  const [own = ''] = block.split('\n}');
  return new Map([...own.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]));
}

/** Converts a six-digit colour. */
export function toLinear(colour: string): LinearColour {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** WCAG's contrast ratio of two six-digit colours. */
export function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [r, g, b] = toLinear(colour);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [a, b] = [luminance(one), luminance(other)];
  return Math.max(a, b) / Math.min(a, b);
}

/** The visible colour of `top` over `ground`, with an opacity from 0 to 1. */
export function blend(top: string, ground: string, opacity: number): string {
  const channel = (at: number) => {
    const [over, under] = [top, ground].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round(over! * opacity + under! * (1 - opacity))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newsCategories } from '#contract/news.ts';
import { contrast, type LinearColour, readTheme, toLinear } from '../../tests/support/theme-colours.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const styles = read('./news.module.css');

/** Björn Ottosson's OKLab, in which equal distances look equally far apart. */
function toOklab([r, g, b]: LinearColour): LinearColour {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function distance(one: string, other: string): number {
  const [a, b] = [toOklab(toLinear(one)), toOklab(toLinear(other))];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe.each(['light', 'dark'] as const)('the colours of news categories in the %s theme', (theme) => {
  const values = readTheme(theme);
  const colours = newsCategories.map(
    (name) => [name, values.get(`--category-${name.toLowerCase()}`)!] as const,
  );

  it('are one per category, used by its mark', () => {
    expect(new Set(colours.map(([, colour]) => colour)).size).toBe(10);
    expect(colours.every(([, colour]) => colour !== undefined)).toBe(true);
    for (const [name] of colours) {
      const rule = `[data-category="${name}"] {\n  background: var(--category-${name.toLowerCase()});`;
      expect(styles).toContain(rule);
    }
  });

  it('can be told apart, from each other and from gain, loss and warning', () => {
    const meanings = ['--gain', '--loss', '--warning'].map((name) => [name, values.get(name)!] as const);
    const close = colours.flatMap(([name, colour], index) =>
      [...colours.slice(index + 1), ...meanings]
        .filter(([, other]) => distance(colour, other) < 0.1)
        .map(([other]) => `${name} and ${other}`),
    );
    expect(close).toEqual([]);
  });

  it('have the contrast of text on every surface', () => {
    const faint = colours.flatMap(([name, colour]) =>
      ['--bg', '--surface', '--surface-hover']
        .filter((surface) => contrast(colour, values.get(surface)!) < 4.5)
        .map((surface) => `${name} on ${surface}`),
    );
    expect(faint).toEqual([]);
  });
});

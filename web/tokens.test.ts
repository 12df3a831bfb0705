import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blend, contrast, readTheme } from '../tests/support/theme-colours.ts';

describe.each(['light', 'dark'] as const)('the colours of charts in the %s theme', (theme) => {
  const tokens = readTheme(theme);
  const colour = (name: string) => {
    const value = tokens.get(name) ?? '';
    expect(value, name).toMatch(/^#[\da-f]{6}$/);
    return value;
  };
  const surface = colour('--surface');
  const area = (tint: string) => blend(colour(tint), surface, Number(tokens.get('--chart-area')));

  it('show each part of an allocation on a card', () => {
    const parts = [1, 2, 3, 4, 5, 6].map((place) => colour(`--series-${place}`));
    expect(new Set(parts).size).toBe(parts.length);
    for (const part of parts) expect(contrast(part, surface)).toBeGreaterThanOrEqual(3);
  });

  it('show the volume, and keep it behind the price', () => {
    const minContrast = theme === 'light' ? 2.4 : 2.8;
    const volume = contrast(colour('--chart-volume'), surface);
    expect(volume).toBeGreaterThanOrEqual(minContrast);
    expect(volume).toBeLessThan(3);
  });

  it.each([
    ['gain', '--gain', '--gain-tint'],
    ['loss', '--loss', '--loss-tint'],
  ])('separate the area of a %s from the card, and its line and labels from the area', (_, line, tint) => {
    expect(contrast(area(tint), surface)).toBeGreaterThanOrEqual(1.1);
    expect(contrast(colour(line), area(tint))).toBeGreaterThanOrEqual(3);
    expect(contrast(colour('--text-muted'), area(tint))).toBeGreaterThanOrEqual(4.5);
  });
});

it('A colour is what the theme says everywhere: no part gives its name another value', () => {
  const colours = [...readTheme('light')].filter(([, value]) => value.startsWith('#')).map(([name]) => name);
  const taken = globSync('**/*.module.css', { cwd: import.meta.dirname }).flatMap((file) => {
    const names = readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/(--[\w-]+):/g);
    return [...names].filter(([, name]) => colours.includes(name!)).map(([, name]) => `${file}: ${name}`);
  });
  expect(taken).toEqual([]);
});

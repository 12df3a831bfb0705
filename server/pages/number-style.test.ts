import { describe, expect, it } from 'vitest';
import { readNumberStyle } from './number-style.ts';

describe('the number style of a language', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['en-GB', 'en'],
    ['ja', 'en'],
    ['es-MX', 'en'],
    ['ar-EG', 'en'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['es-ES', 'de'],
    ['pt-BR', 'nl'],
    ['nl', 'nl'],
    ['de-AT', 'nl'],
    ['it-IT', 'de'],
    ['fr-FR', 'fr'],
    ['pl', 'fr'],
    ['ru-RU,ru;q=0.9', 'fr'],
    ['sv-SE', 'fr'],
    ['de-CH', 'ch'],
    ['en-IN', 'in'],
    ['hi', 'in'],
    ['en;q=0.5, fr;q=0.9', 'fr'],
    ['de;q=0, en', 'en'],
    ['de;q=nonsense, en', 'en'],
    ['not a language at all', 'en'],
    ['en-12', 'en'],
    ['de-1901-1901', 'en'],
    ['x'.repeat(10_000), 'en'],
  ])('%j is %s', (header, style) => {
    expect(readNumberStyle(header)).toBe(style);
  });
});

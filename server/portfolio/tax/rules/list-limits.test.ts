import { describe, expect, it } from 'vitest';
import { taxCountries } from '#contract/tax/choice.ts';
import { findLimit, listLimits } from './list-limits.ts';

/** The names of limits. If rates changed within a year, the two names for its parts count as one. */
const namesIn = (country: (typeof taxCountries)[number], year: number) => [
  ...new Set(listLimits(country, year).map(({ name }) => name.replace(/ (to 29|from 30) October 2024$/, ''))),
];

describe('the table of limits', () => {
  it('has every limit for each of its years, because a report can only say that a whole year is missing', () => {
    const years = Array.from({ length: 60 }, (_, index) => 2000 + index);
    for (const country of taxCountries) {
      const known = years
        .map((year) => [year, namesIn(country, year)] as const)
        .filter(([, names]) => names.length);
      const last = known.at(-1)?.[1] ?? [];
      for (const [year, names] of known) expect([country, year, names]).toEqual([country, year, last]);
    }
  });

  it('has the social contributions of France, which rose for gains from 2025 on', () => {
    const rates = [2024, 2025].map((year) => findLimit('FR', year, 'social contributions')?.value);
    expect(rates).toEqual(['17.2', '18.6']);
  });

  it('has the rates of the United Kingdom before they fell in April 2016', () => {
    const rates = [2015, 2016].map((year) => [
      findLimit('GB', year, 'basic rate')?.value,
      findLimit('GB', year, 'higher rate')?.value,
    ]);
    expect(rates).toEqual([
      ['18', '28'],
      ['10', '20'],
    ]);
  });
});

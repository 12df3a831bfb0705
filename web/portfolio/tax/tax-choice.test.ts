import { describe, expect, it } from 'vitest';
import { listTaxYears, readCountry, readOthers, readYear, taxYearName, taxYearOf } from './tax-choice.ts';

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const sources = (address: string, stored: string | null = null, language = 'xx') => ({
  search: new URLSearchParams(address),
  stored,
  language,
});

describe('tax years', () => {
  it('begin on 6 April in the United Kingdom', () => {
    expect([taxYearOf('GB', at('2025-04-05')), taxYearOf('GB', at('2025-04-06'))]).toEqual([2024, 2025]);
    expect(taxYearOf('US', at('2025-01-01'))).toBe(2025);
    expect([taxYearName('GB', 2024), taxYearName('GB', 2099), taxYearName('DE', 2024)]).toEqual([
      '2024/25',
      '2099/00',
      '2024',
    ]);
  });

  it('go back to the first transaction, and always include the previous year', () => {
    expect(listTaxYears('DE', at('2023-06-01'), at('2025-06-01'))).toEqual([2025, 2024, 2023]);
    expect(listTaxYears('DE', null, at('2025-06-01'))).toEqual([2025, 2024]);
  });
});

describe('the choice of country and year', () => {
  it('comes from the URL, else from the last visit, else from the browser', () => {
    expect(readCountry(sources('country=FR', 'GB 2023', 'de-DE'))).toBe('FR');
    expect(readCountry(sources('country=XX', 'GB 2023', 'de-DE'))).toBe('GB');
    expect(readCountry(sources('', null, 'de-DE'))).toBe('DE');
    expect(readCountry(sources('', null, 'es'))).toBe('generic');
  });

  it('includes only portfolios of the account', () => {
    const known = ['savings', 'trading', 'old'];
    expect(readOthers(new URLSearchParams('with=trading,foreign,savings'), known)).toEqual([
      'savings',
      'trading',
    ]);
    expect(readOthers(new URLSearchParams(''), known)).toEqual([]);
  });

  it('is an available year, or else the last complete one', () => {
    const years = [2025, 2024, 2023];
    expect(readYear(sources('year=2023'), years)).toBe(2023);
    expect(readYear(sources('year=2019', 'GB 2025'), years)).toBe(2025);
    expect(readYear(sources(''), years)).toBe(2024);
  });
});

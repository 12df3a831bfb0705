import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taxCountries } from '#contract/tax/choice.ts';
import { createTaxYear } from './tax-year.ts';
import { anniversaryOf, dayNumber, dayText, TimeZone } from './time-zone.ts';

const zones = [
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'UTC',
];

describe('the days of a time zone', () => {
  it('begin at their first instant, even when the clocks change', () => {
    const known = new Map(zones.map((name) => [name, new TimeZone(name)]));
    const days = fc.integer({ min: dayNumber(2010, 1, 1), max: dayNumber(2030, 1, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, (name, day) => {
        const zone = known.get(name)!;
        const start = zone.startOf(day);
        expect([zone.dayOf(start), zone.dayOf(start - 1)]).toEqual([day, day - 1]);
      }),
      { numRuns: 500 },
    );
  });

  it('begin an hour late if midnight is skipped', () => {
    // In 2018, São Paulo's daylight saving time started at midnight on 4 November.
    const start = new TimeZone('America/Sao_Paulo').startOf(dayNumber(2018, 11, 4));
    expect(new Date(start).toISOString()).toBe('2018-11-04T03:00:00.000Z');
  });

  it('match those of the platform at every hour around a clock change', () => {
    const zone = new TimeZone('America/New_York');
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });
    for (let hour = 0; hour < 96; hour += 1) {
      const at = Date.UTC(2024, 10, 1, hour, 30);
      expect(dayText(zone.dayOf(at))).toBe(format.format(at));
    }
  });
});

describe('a tax year', () => {
  it.each([
    ['GB', '2023-04-05T23:00:00.000Z', '2024-04-05T23:00:00.000Z'],
    ['US', '2023-01-01T05:00:00.000Z', '2024-01-01T05:00:00.000Z'],
    ['DE', '2022-12-31T23:00:00.000Z', '2023-12-31T23:00:00.000Z'],
    ['FR', '2022-12-31T23:00:00.000Z', '2023-12-31T23:00:00.000Z'],
    ['CA', '2023-01-01T05:00:00.000Z', '2024-01-01T05:00:00.000Z'],
    ['generic', '2023-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z'],
  ] as const)('of %s begins and ends by the clocks there', (country, from, to) => {
    const year = createTaxYear(country, 2023);
    expect([new Date(year.from).toISOString(), new Date(year.to).toISOString()]).toEqual([from, to]);
  });

  it('ends where the next begins', () => {
    for (const country of taxCountries)
      for (let year = 2009; year < 2030; year += 1)
        expect(createTaxYear(country, year).to).toBe(createTaxYear(country, year + 1).from);
  });
});

it('the anniversary of 29 February is the 28th', () => {
  expect(dayText(anniversaryOf(dayNumber(2024, 2, 29)))).toBe('2025-02-28');
  expect(dayText(anniversaryOf(dayNumber(2023, 2, 28)))).toBe('2024-02-28');
  expect(dayText(anniversaryOf(dayNumber(2023, 12, 31)))).toBe('2024-12-31');
});

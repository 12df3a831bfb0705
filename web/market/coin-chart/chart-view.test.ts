import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageLengths, type ChartView, defaultView, readChartView, writeChartView } from './chart-view.ts';

const second = 1000;
const views: fc.Arbitrary<ChartView> = fc.record({
  days: fc.constantFrom<ChartView['days']>(1, 7, 30, 365, 'max'),
  custom: fc.option(
    fc
      .tuple(fc.integer({ min: 1.3e9, max: 1.7e9 }), fc.integer({ min: 1800, max: 1e8 }))
      .map(([from, span]) => ({ from: from * second, to: (from + span) * second })),
  ),
  style: fc.constantFrom('line', 'candles'),
  isLog: fc.boolean(),
  compared: fc.option(fc.constantFrom('ethereum', 'usd-coin', '0-5x-long')),
  averages: fc.subarray([...averageLengths]),
  hasRsi: fc.boolean(),
});

describe('a view in the URL', () => {
  it('survives writing and reading, and keeps other parameters', () => {
    fc.assert(
      fc.property(views, (view) => {
        const search = writeChartView(view, new URLSearchParams('from=2020-01-01&ref=mail'));
        expect(search.get('ref')).toBe('mail');
        expect(readChartView(new URLSearchParams(search.toString()))).toEqual(view);
      }),
    );
  });

  it('is omitted if it is the default', () => {
    expect(writeChartView(defaultView, new URLSearchParams()).toString()).toBe('');
  });

  it('is readable', () => {
    const custom = { from: Date.UTC(2024, 11, 12, 10, 44, 55), to: Date.UTC(2024, 11, 19, 10, 44, 55) };
    const search = writeChartView({ ...defaultView, custom, averages: [7, 30] }, new URLSearchParams());
    expect(decodeURIComponent(search.toString())).toBe(
      'from=2024-12-12T10:44:55Z&to=2024-12-19T10:44:55Z&average=7,30',
    );
  });

  it.each([
    'from=2024-12-12T10:00Z',
    'from=x&to=y',
    'from=2024-12-19&to=2024-12-12',
    'from=2024-12-19T10:00Z&to=2024-12-19T10:01Z',
    'range=5&style=bars&scale=cube&average=8,-1&rsi=yes&compare=a/b',
    'compare=',
  ])('is the default for invalid parameters: %s', (search) => {
    expect(readChartView(new URLSearchParams(search))).toEqual(defaultView);
  });
});

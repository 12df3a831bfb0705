import { describe, expect, it } from 'vitest';
import { fewestDays } from '#contract/portfolio-analytics.ts';
import {
  describeLeftOut,
  formatDay,
  formatPlainPercent,
  formatRatio,
  missingWords,
} from './analytics-words.ts';

describe('the words of the analytics', () => {
  it('name as many days as are needed', () => {
    expect(missingWords.few_days).toContain(`fewer than ${fewestDays} daily values`);
  });

  it('write ratios, percents and days', () => {
    expect([formatRatio('1.9230769231'), formatRatio('1'), formatPlainPercent(2.306)]).toEqual([
      '1.92',
      '1',
      '2.31%',
    ]);
    expect(formatDay('2026-01-02')).toBe('Jan 2, 2026');
  });

  it('name what is left out, with the reason', () => {
    const coin = { holdingId: 'h', coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
    expect(describeLeftOut([])).toBeNull();
    expect(describeLeftOut([{ ...coin, priceState: 'quarantined' }])).toBe(
      'Left out of all figures: Bitcoin (Price being checked).',
    );
  });
});

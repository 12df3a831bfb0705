import { describe, expect, it } from 'vitest';
import { maxCoinsDrawn } from '#contract/portfolio.ts';
import { minDays } from '#contract/portfolio-analytics.ts';
import {
  describeLeftOut,
  describeWithoutPast,
  formatPlainPercent,
  formatRatio,
  missingWords,
} from './analytics-words.ts';

describe('the texts of the analytics', () => {
  it('name as many days as the figures need', () => {
    expect(missingWords.few_days).toContain(`Fewer than ${minDays} consecutive days`);
  });

  it('format ratios and percentages', () => {
    expect([formatRatio('1.9230769231', 2), formatRatio('1', 2), formatPlainPercent(2.306)]).toEqual([
      '1.92',
      '1',
      '2.31%',
    ]);
    // A thousand equal holdings, and nearly everything in one.
    expect(['0.001', '0.9999'].map((text) => formatRatio(text, 3))).toEqual(['0.001', '1.000']);
  });

  it('name the holdings left out, with the reason', () => {
    const coin = { holdingId: 'h', coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
    expect(describeLeftOut([])).toBeNull();
    expect(describeLeftOut([{ ...coin, priceState: 'quarantined' }])).toBe(
      'Left out of all figures: Bitcoin (Price being checked).',
    );
  });

  it('name each coin once, and only the first few of many', () => {
    const coins = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ coinId: `c${index}`, symbol: 'c', name: `C${index}` }));
    const held = (count: number) => coins(count).map((coin) => ({ ...coin, holdingId: 'h' }));
    expect(
      describeLeftOut([
        ...held(40).map((one) => ({ ...one, priceState: 'stale' as const })),
        ...held(1).map((one) => ({ ...one, priceState: 'gone' as const })),
        ...held(1).map((one) => ({ ...one, priceState: 'gone' as const })),
      ]),
    ).toBe(
      'Left out of all figures: C0, C1, C2, C3, C4 and 35 more (Price is stale); C0 (No longer on the market).',
    );
    expect(describeWithoutPast({ leftOut: [], sharePercent: '100' })).toBeNull();
    expect(describeWithoutPast({ leftOut: coins(6), sharePercent: '62.25' })).toBe(
      `Covers coins worth 62.3% of the value. Without price history, or not among the ${maxCoinsDrawn} most valuable: C0, C1, C2, C3, C4 and 1 more.`,
    );
  });
});

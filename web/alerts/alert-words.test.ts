import { describe, expect, it } from 'vitest';
import {
  conditionParts,
  describeCondition,
  describeCooldown,
  describeCrossing,
  describeRepeat,
  formatThresholdPercent,
} from './alert-words.ts';

describe('an alert in words', () => {
  it.each([
    ['price_above', '70000', 'Price rises to $70,000 or above', 'Price rose to $70,000 or above'],
    ['price_below', '60000.5', 'Price falls to $60,000.50 or below', 'Price fell to $60,000.50 or below'],
    ['change_24h_above', '5', '24h change rises to +5.00% or above', '24h change rose to +5.00% or above'],
    [
      'change_24h_below',
      '-5.125',
      '24h change falls to -5.125% or below',
      '24h change fell to -5.125% or below',
    ],
  ] as const)('%s %s: %s', (condition, threshold, waiting, fired) => {
    expect(describeCondition({ condition, threshold })).toBe(waiting);
    expect(describeCrossing({ condition, threshold })).toBe(fired);
  });

  it('keeps its figure as a separate part', () => {
    const parts = { before: 'Price rises to', figure: '$1', after: 'or above' };
    expect(conditionParts({ condition: 'price_above', threshold: '1' })).toEqual(parts);
  });

  it('says how often it fires, if more than once', () => {
    expect(describeRepeat('once', 60)).toBeNull();
    expect(describeRepeat('every', 60)).toBe('Every time, at most once an hour');
    expect([90, 240, 1440, 10_080].map(describeCooldown)).toEqual([
      'every 90 minutes',
      'every 4 hours',
      'a day',
      'every 7 days',
    ]);
  });
});

describe('the percentage of a threshold', () => {
  it.each([
    ['0', '0.00%'],
    ['-0.0', '0.00%'],
    ['.5', '+0.50%'],
    ['-12', '-12.00%'],
    ['1234.5678', '+1,234.5678%'],
  ])('%s is %s', (text, written) => expect(formatThresholdPercent(text)).toBe(written));
});

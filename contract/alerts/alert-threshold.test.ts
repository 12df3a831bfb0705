import { describe, expect, it } from 'vitest';
import { findThresholdFault } from './alert-threshold.ts';

const positive = 'Must be a positive number';
const tooLong = 'Must have at most 12 digits before the point and 18 after it';
const percentage = 'Must be a percentage above -100 and below 1000000';

describe('a threshold', () => {
  it.each([
    ['price_above', '65000'],
    ['price_below', '0.000000000000000001'],
    ['price_below', '999999999999.999999999999999999'],
    ['change_24h_above', '5'],
    ['change_24h_above', '0'],
    ['change_24h_below', '-0.5'],
    ['change_24h_below', '-99.999999999999999999'],
    ['change_24h_above', '999999.999999999999999999'],
    ['change_24h_below', '.5'],
  ] as const)('of %s can be %j', (condition, threshold) => {
    expect(findThresholdFault(condition, threshold)).toBeUndefined();
  });

  it.each([
    ['price_above', '', 'Threshold is required'],
    ['change_24h_above', '', 'Threshold is required'],
    ['price_above', '0', positive],
    ['price_below', '-1', positive],
    ['price_above', '1e3', positive],
    ['price_above', '1234567890123', tooLong],
    ['price_above', '65,000', positive],
    ['change_24h_below', '-100', percentage],
    ['change_24h_below', '-100.000000000000000000', percentage],
    ['change_24h_below', '-250', percentage],
    ['change_24h_above', '1000000', percentage],
    ['change_24h_above', '--5', percentage],
    ['change_24h_above', '+5', percentage],
    ['change_24h_above', '-', percentage],
    ['change_24h_above', '5%', percentage],
    ['change_24h_above', 'Infinity', percentage],
  ] as const)('of %s cannot be %j', (condition, threshold, fault) => {
    expect(findThresholdFault(condition, threshold)).toBe(fault);
  });
});

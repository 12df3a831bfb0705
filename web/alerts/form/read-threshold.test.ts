import { describe, expect, it } from 'vitest';
import { readThreshold, thresholdReading, writeThreshold } from './read-threshold.ts';

describe('a typed threshold', () => {
  it('is read with the decimal separator of the reader', () => {
    expect(readThreshold('65.000,5', ',')).toBe('65000.5');
    expect(readThreshold('65.000', ',')).toBe('65000');
    expect(readThreshold('65,000', '.')).toBe('65000');
    expect(readThreshold('0,5', ',')).toBe('0.5');
  });

  it('may be negative, with either minus sign', () => {
    expect(readThreshold('-5,5', ',')).toBe('-5.5');
    expect(readThreshold('−5.5', '.')).toBe('-5.5');
    expect(readThreshold('+5.5', '.')).toBe('5.5');
  });

  it('stays as typed if it is not a number', () => {
    expect(readThreshold(' about 5 ', '.')).toBe('about 5');
    expect(readThreshold('1e5', '.')).toBe('1e5');
    expect(readThreshold('--5', '.')).toBe('--5');
  });

  it.each(['65000', '0.5', '-5.5'])('is read back as %s after it was written', (threshold) => {
    expect(readThreshold(writeThreshold(threshold, ','), ',')).toBe(threshold);
  });

  it('is explained only if it was read differently than typed', () => {
    expect(thresholdReading('65.000', ',')).toBe('65000');
    expect(thresholdReading('-5,5', ',')).toBe('-5.5');
    expect(thresholdReading('-5.5', '.')).toBeUndefined();
    expect(thresholdReading('65000', ',')).toBeUndefined();
    expect(thresholdReading('about 5', '.')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { feedBackOff, readRetryAfter } from './feed-back-off.ts';

const minutes = (count: number) => count * 60_000;

describe('a failing feed', () => {
  it('is not requested for a minute, then twice as long each time, up to an hour', () => {
    const waits = [1, 2, 3, 4, 7, 100].map((failures) => feedBackOff(failures, 0, () => 0));
    expect(waits).toEqual([1, 2, 4, 8, 60, 60].map(minutes));
    expect(feedBackOff(1, 0, () => 1)).toBe(minutes(0.75));
  });

  it('is not requested for as long as it asks, up to a day', () => {
    expect(feedBackOff(1, minutes(30), () => 0)).toBe(minutes(30));
    expect(feedBackOff(9, minutes(30), () => 0)).toBe(minutes(60));
    expect(feedBackOff(1, minutes(60 * 24 * 365), () => 0)).toBe(minutes(60 * 24));
  });

  it('asks for a pause in seconds or until a date', () => {
    const now = Date.UTC(2026, 10, 21, 12);
    expect(readRetryAfter(undefined, now)).toBe(0);
    expect(readRetryAfter('120', now)).toBe(minutes(2));
    expect(readRetryAfter('Sat, 21 Nov 2026 12:05:00 GMT', now)).toBe(minutes(5));
    expect(readRetryAfter('Sat, 21 Nov 2020 12:05:00 GMT', now)).toBe(0);
    expect(readRetryAfter('later', now)).toBe(minutes(60));
  });
});

import { describe, expect, it } from 'vitest';
import { describeTimes, formatMoment } from './alert-times.ts';

const now = Date.parse('2026-03-10T14:00:00Z');
const at = (time: string) => `2026-03-10T${time}Z`;

describe('when a threshold was crossed', () => {
  it('is given with the time at which it was noticed', () => {
    const crossing = { crossedAfter: at('12:03:10'), crossedBy: at('12:09:10'), firedAt: at('12:15:00') };
    expect(describeTimes(crossing, now, 'UTC')).toBe('Crossed between 12:03 and 12:09, noticed 12:15');
  });

  it('is not given if the condition held when the alert was set', () => {
    const crossing = { crossedAfter: at('12:03:10'), crossedBy: at('12:03:10'), firedAt: at('12:05:12') };
    expect(describeTimes(crossing, now, 'UTC')).toBe('Already met, at 12:03, noticed 12:05');
  });

  it('is one minute if it started and ended in the same one', () => {
    const crossing = { crossedAfter: at('12:03:10'), crossedBy: at('12:03:11'), firedAt: at('12:03:12') };
    expect(describeTimes(crossing, now, 'UTC')).toBe('Crossed at 12:03');
    expect(describeTimes({ ...crossing, firedAt: at('12:04:00') }, now, 'UTC')).toBe(
      'Crossed at 12:03, noticed 12:04',
    );
  });

  it("is given by the reader's clock, with the days that differ", () => {
    const crossing = { crossedAfter: at('02:50:00'), crossedBy: at('04:10:00'), firedAt: at('04:10:01') };
    expect(describeTimes(crossing, now, 'America/New_York')).toBe(
      'Crossed between 9 Mar, 22:50 and 10 Mar, 00:10',
    );
  });

  it('names a day once', () => {
    const crossing = {
      crossedAfter: '2025-12-18T12:03:00Z',
      crossedBy: '2025-12-18T12:09:00Z',
      firedAt: '2025-12-19T08:00:00Z',
    };
    expect(describeTimes(crossing, now, 'UTC')).toBe(
      'Crossed between 18 Dec 2025, 12:03 and 12:09, noticed 19 Dec 2025, 08:00',
    );
  });
});

describe('a moment', () => {
  it('has its day, and its year if that differs', () => {
    expect(formatMoment(at('21:14:00'), now, 'UTC')).toBe('10 Mar, 21:14');
    expect(formatMoment('2025-12-31T23:30:00Z', now, 'UTC')).toBe('31 Dec 2025, 23:30');
    expect(formatMoment('2025-12-31T23:30:00Z', now, 'Asia/Tokyo')).toBe('1 Jan, 08:30');
  });
});

import { describe, expect, it } from 'vitest';
import { describeBounds, describeWindow } from './window-words.ts';

const at = (text: string) => Date.parse(`${text}Z`);

describe('a window in words', () => {
  it.each([
    ['2024-12-12T10:00', '2024-12-19T10:00', '12 – 19 Dec'],
    ['2024-11-28T10:00', '2024-12-03T10:00', '28 Nov – 3 Dec'],
    ['2023-12-28T10:00', '2025-01-03T10:00', 'Dec 2023 – Jan 2025'],
    ['2024-12-12T10:00', '2024-12-12T22:30', '12 Dec, 10:00 – 22:30'],
    ['2024-12-12T10:00', '2024-12-13T09:30', '12 Dec, 10:00 – 13 Dec, 09:30'],
  ])('from %s to %s is %s', (from, to, words) => {
    expect(describeWindow({ from: at(from), to: at(to) }, 'utc')).toBe(words);
  });

  it.each([
    ['2013-04-28T00:00', '2024-12-19T00:00', 'of 11 years'],
    ['2023-12-20T00:00', '2024-12-19T00:00', 'of 1 year'],
    ['2024-12-12T10:44', '2024-12-19T10:44', 'of 7 days'],
    ['2024-12-19T10:00', '2024-12-19T10:30', 'of 1 day'],
  ])('the bounds from %s to %s are %s', (from, to, words) => {
    expect(describeBounds({ from: at(from), to: at(to) })).toBe(words);
  });
});

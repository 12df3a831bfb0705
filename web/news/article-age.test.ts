import { describe, expect, it } from 'vitest';
import { formatArticleAge, formatArticleDay } from './article-age.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('the age of an article', () => {
  it.each([
    [-5 * minute, 'under 1 hour ago'],
    [0, 'under 1 hour ago'],
    [59 * minute, 'under 1 hour ago'],
    [hour, '1 hour ago'],
    [2 * hour, '2 hours ago'],
    [24 * hour - 1, '23 hours ago'],
    [24 * hour, '1 day ago'],
    [29 * 24 * hour, '29 days ago'],
  ])('of %i ms is %s', (age, text) => expect(formatArticleAge(1e12, 1e12 + age)).toBe(text));

  it('is replaced by its day if the reader’s time is not known', () => {
    expect(formatArticleDay(Date.UTC(2026, 10, 1, 23, 59))).toBe('1 Nov 2026');
  });
});

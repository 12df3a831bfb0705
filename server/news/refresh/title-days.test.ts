import { expect, it } from 'vitest';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { createTitleDays } from './title-days.ts';

const day = 24 * 60 * 60_000;

it('reads the titles of many days yielding to other calls in between', async () => {
  const getTitles = createTitleDays(
    { listSince: async (_feeds, since) => [{ title: `Day ${since / day}`, publishedAt: since, topics: [] }] },
    [],
  );
  const instants = Array.from({ length: 30 }, (_, place) => place * day);
  const [titles, turns] = await countTurns(getTitles(instants));
  expect(instants.every((instant) => titles.hasSimilar(`Day ${instant / day}`, instant))).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(29);
});

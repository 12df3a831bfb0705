import { expect, it } from 'vitest';
import { createUuidV7 } from './uuid-v7.ts';

it('makes UUIDs of version 7 that begin with the time', () => {
  const id = createUuidV7({ now: () => 0x0123_4567_89ab })();
  expect(id).toMatch(/^01234567-89ab-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('makes each greater than the previous one, even in a full millisecond and when the clock is set back', () => {
  let now = 1_700_000_000_000;
  const makeId = createUuidV7({ now: () => now });
  const ids = Array.from({ length: 5000 }, makeId);
  now -= 60_000;
  ids.push(makeId());
  now += 120_000;
  ids.push(makeId());
  expect(ids).toEqual([...new Set(ids)].sort());
});

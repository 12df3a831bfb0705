import { expect, it } from 'vitest';
import { choiceKey, createFindStoredKey } from './coin-choice.ts';

const keyOn = (day: string) =>
  choiceKey({ ticker: 'BTT', name: null, coinId: null }, Date.parse(day), 'koinly');
const [before, between, after] = [keyOn('2022-01-01'), keyOn('2022-01-15'), keyOn('2022-02-01')];

it('A file read before a change of its ticker was known keeps the choice that it had', () => {
  expect(new Set([before, between, after]).size).toBe(3);
  const findWhole = createFindStoredKey(['coin:BTT', 'coin:BTC']);
  expect([before, between, after].map(findWhole)).toEqual(['coin:BTT', 'coin:BTT', 'coin:BTT']);
  const findEarlier = createFindStoredKey([before, 'coin:BTT']);
  expect([before, between].map(findEarlier)).toEqual([before, 'coin:BTT']);
});

it('A file read since has its own choice for each period, and what it has not is not guessed', () => {
  const findKey = createFindStoredKey([before, between, after]);
  expect([before, between, after].map(findKey)).toEqual([before, between, after]);
  expect(createFindStoredKey([before, 'coin:BTT:until 2023-01-01'])(between)).toBe(between);
  expect(createFindStoredKey(['coin:BTC'])(between)).toBe(between);
});

import { expect, it } from 'vitest';
import { createHashes } from './hashes.ts';

it('hashes the same text differently with another secret, and for another purpose', () => {
  const [one, again, other] = ['one secret', 'one secret', 'another secret'].map(createHashes);
  const all = [one!, other!].flatMap((hashes) => [
    hashes.ofSecret('a text'),
    hashes.ofApiKey('a text'),
    hashes.ofCode('a', 'text'),
  ]);
  expect(new Set(all).size).toBe(6);
  expect(again!.ofApiKey('a text')).toBe(one!.ofApiKey('a text'));
});

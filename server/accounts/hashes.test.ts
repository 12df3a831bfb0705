import { expect, it } from 'vitest';
import { createHashes } from './hashes.ts';

it('hashes the same text differently with another secret, and for another purpose', () => {
  const [one, again, other] = ['one secret', 'one secret', 'another secret'].map((secret) =>
    createHashes(secret),
  );
  const all = [one!, other!].flatMap((hashes) => [
    hashes.ofSecret('a text'),
    hashes.ofApiKey('a text'),
    hashes.ofCode('a', 'text'),
  ]);
  expect(new Set(all).size).toBe(6);
  expect(again!.ofApiKey('a text')).toBe(one!.ofApiKey('a text'));
});

it('recognizes hashes made with the previous secret during a rotation', () => {
  const [before, during, after] = [createHashes('old'), createHashes('new', 'old'), createHashes('new')];
  const code = before.codeBytes('an id')[0]!.toString('hex');
  const hash = before.ofCode('an id', code);
  expect(during.allOfSecret('a text')).toEqual([after.ofSecret('a text'), before.ofSecret('a text')]);
  expect(during.allOfApiKey('a text')).toEqual([after.ofApiKey('a text'), before.ofApiKey('a text')]);
  expect([before, during, after].map(({ isCode }) => isCode('an id', code, hash))).toEqual([
    true,
    true,
    false,
  ]);
  expect(during.codeBytes('an id')).toEqual([...after.codeBytes('an id'), ...before.codeBytes('an id')]);
});

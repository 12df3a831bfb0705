import { expect, it } from 'vitest';
import { onePixelPng } from '../../../tests/support/market/picture-server.ts';
import { createLogos } from './logos.ts';

it('Stores a logo once, however many requests wait for it', async () => {
  const fetched = Promise.withResolvers<Buffer>();
  const stored: string[] = [];
  const logos = createLogos({
    addresses: { find: () => 'https://pictures.example/a.png', remember: () => undefined },
    fetcher: { get: () => fetched.promise },
    store: { get: async () => undefined, set: async (key) => void stored.push(key) },
    clock: { now: () => 1_000 },
  });
  const answers = Array.from({ length: 50 }, () => logos.get('a', 'small'));
  await new Promise(setImmediate);
  fetched.resolve(onePixelPng);
  for (const { body } of await Promise.all(answers)) expect(body.identity).toEqual(onePixelPng);
  expect(stored).toHaveLength(1);
});

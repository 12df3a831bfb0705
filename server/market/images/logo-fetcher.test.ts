import { describe, expect, it } from 'vitest';
import { createLogoFetcher } from './logo-fetcher.ts';
import { PictureRefusedError } from './picture-fetch.ts';

function start(fetchPicture: (address: string) => Promise<Buffer>) {
  const clock = { time: 1_000, now: () => clock.time };
  const fetched: string[] = [];
  const fetcher = createLogoFetcher({
    clock,
    fetchPicture: (address) => {
      fetched.push(address);
      return fetchPicture(address);
    },
  });
  return { clock, fetched, fetcher };
}

const picture = Buffer.from('picture');

describe('createLogoFetcher', () => {
  it('fetches a picture once for concurrent requests', async () => {
    const { fetched, fetcher } = start(async () => picture);
    expect(await Promise.all([fetcher.get('a', 'one'), fetcher.get('a', 'one')])).toEqual([picture, picture]);
    expect(fetched).toEqual(['one']);
  });

  it('fetches at most four at a time, and eventually all', async () => {
    let [running, most] = [0, 0];
    const { fetcher } = start(async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return picture;
    });
    const got = await Promise.all(Array.from({ length: 40 }, (_, index) => fetcher.get(`${index}`, 'x')));
    expect(got.every((bytes) => bytes === picture)).toBe(true);
    expect(most).toBe(4);
  });

  it('limits the length of its queue', async () => {
    const { fetched, fetcher } = start(() => new Promise(() => {}));
    const flood = Array.from({ length: 1_000 }, (_, index) => fetcher.get(`${index}`, 'x'));
    expect(await flood[999]).toBeUndefined();
    expect(fetched).toHaveLength(4);
  });

  it('remembers a failure for some minutes, and then retries', async () => {
    const { clock, fetched, fetcher } = start(async () => {
      throw new PictureRefusedError('not a picture');
    });
    for (const wait of [0, 0, 4 * 60_000, 2 * 60_000]) {
      clock.time += wait;
      expect(await fetcher.get('a', 'one')).toBeUndefined();
    }
    expect(fetched).toHaveLength(2);
  });

  it('pauses for a minute if the provider cannot be reached', async () => {
    let isUp = false;
    const { clock, fetched, fetcher } = start(async () => {
      if (!isUp) throw new Error('connect ECONNREFUSED');
      return picture;
    });
    for (let index = 0; index < 20; index++) await fetcher.get(`${index}`, 'x');
    expect(fetched).toHaveLength(4);
    isUp = true;
    clock.time += 61_000;
    expect(await fetcher.get('19', 'x')).toBe(picture);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { hasRecordings, readRecording } from '../../../tests/support/market/recordings.ts';
import { createFeedParser, type FeedParser } from './feed-parser.ts';

const faultyWorker = new URL('../../../tests/support/news/faulty-worker.ts', import.meta.url);

const parsers: FeedParser[] = [];
afterEach(() => Promise.all(parsers.splice(0).map((parser) => parser.stop())));

function create(bounds: Parameters<typeof createFeedParser>[0]): FeedParser {
  const parser = createFeedParser(bounds);
  parsers.push(parser);
  return parser;
}

describe('the parser of feeds', () => {
  const faulty = { file: faultyWorker, limitMs: 60_000, memoryMiB: 32 };
  const ask = (parser: FeedParser, address: string) =>
    parser.parse({ bytes: Buffer.from('x'), contentType: undefined, address });

  it.each([
    ['hang', /longer than 1000 ms/, 1_000],
    ['exhaustMemory', /memory/, faulty.limitMs],
    ['leave', /ended/, faulty.limitMs],
    ['throw', /fault of the worker/, faulty.limitMs],
    ['refuse', /no feed/, faulty.limitMs],
  ])('still reads waiting feeds after one that makes its thread %s', async (address, reason, limitMs) => {
    const parser = create({ ...faulty, limitMs });
    const requests = [ask(parser, 'read'), ask(parser, address), ask(parser, 'read')];
    const ended = await Promise.allSettled(requests);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(String((ended[1] as PromiseRejectedResult).reason)).toMatch(reason);
  });

  it('reads other feeds while one occupies its thread', async () => {
    const parser = create({ ...faulty, limitMs: 3_000 });
    const settled: string[] = [];
    const note = (name: string) => () => void settled.push(name);
    const hung = ask(parser, 'hang').catch(note('hung'));
    const read = Array.from({ length: 5 }, () => ask(parser, 'read').then(note('read')));
    await Promise.all([hung, ...read]);
    expect(settled).toEqual(['read', 'read', 'read', 'read', 'read', 'hung']);
  });

  it('works again after being idle', async () => {
    const parser = create(faulty);
    await ask(parser, 'read');
    await parser.stop();
    expect(await ask(parser, 'read')).toEqual({ title: 'read', items: [] });
  });

  it.skipIf(!hasRecordings)('reads a publisher’s feed in its thread', async () => {
    const feed = readRecording('rss/crypto/coindesk-2026-09-25.xml') as string;
    const parsed = await create({}).parse({
      bytes: Buffer.from(feed),
      contentType: 'application/rss+xml',
      address: 'https://www.coindesk.com/arc/outboundfeeds/rss',
    });
    expect(parsed.title).toBe('CoinDesk: Bitcoin, Ethereum, Crypto News and Price Data');
    expect(parsed.items.map(({ title, categories, themes }) => ({ title, categories, themes }))).toEqual([
      {
        title: 'Circle and Tether step in to freeze hacker wallet after massive Bitget crypto heist',
        categories: ['Technology', 'Market'],
        themes: ['Stablecoins', 'Hacks and exploits', 'Exchanges'],
      },
      {
        title: 'Tokenization is moving faster than Washington',
        categories: ['Innovation'],
        themes: ['Tokenization'],
      },
      {
        title: 'Tether confirms minimal EQIBank exposure following $89M US asset seizure',
        categories: ['Regulation'],
        themes: [],
      },
    ]);
    expect(parsed.items[0]).toMatchObject({
      guid: 'a0b4a6ba-5569-4fef-940c-e402f9698d89',
      publishedAt: Date.UTC(2026, 8, 25, 14, 41, 53),
    });
  });
});

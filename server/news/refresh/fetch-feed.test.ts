import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FeedServer, rssFeed, startFeedServer } from '../../../tests/support/news/feed-server.ts';
import { listFeeds } from '../feeds.ts';
import { createFetchFeed } from './fetch-feed.ts';

describe('a feed whose host name resolves to a private network', () => {
  let server: FeedServer;
  const fetchFeed = createFetchFeed({
    version: '1.2.3',
    stopping: new AbortController().signal,
    now: Date.now,
  });
  /** A name that resolves to this machine, as a publisher could make its own name do. */
  const address = () => `${server.origin.replace('127.0.0.1', 'localhost')}/feed`;

  beforeAll(async () => {
    server = await startFeedServer();
    server.set('/feed', rssFeed('Inside', []));
  });
  afterAll(() => server.close());

  it('is not requested if it is built in', async () => {
    const [builtIn] = listFeeds({ feeds: 'built-in' });
    expect(await fetchFeed({ ...builtIn, address: address() }, undefined)).toEqual({
      kind: 'refused',
      reason: 'localhost is not on the public internet',
      retryAfterMs: 0,
    });
    expect(server.requests).toEqual([]);
  });

  it('is requested if the operator named it', async () => {
    const [named] = listFeeds({ feeds: [address()] });
    expect(await fetchFeed(named!, undefined)).toMatchObject({ kind: 'new', url: address() });
    expect(server.requests).toHaveLength(1);
  });
});

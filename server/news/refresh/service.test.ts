import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '../../../tests/support/databases.ts';
import { type FeedItem, rssFeed } from '../../../tests/support/news/feed-server.ts';
import { newsNow } from '../../../tests/support/news/news-app.ts';
import { day, hour, item, minute, openNews } from '../../../tests/support/news/news-tests.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`news on ${name}`, () => {
    const feeds = openNews(create);

    it('is read from every feed, newest first, each article with its feed’s name', async () => {
      feeds.set('/a', rssFeed('Block Ledger: all of it', [item('1'), item('2', { at: newsNow - 2 * hour })]));
      feeds.set('/b', rssFeed('', [item('3', { at: newsNow - 90 * minute, summary: '<p>So it is.</p>' })]));
      const news = feeds.open('/a', '/b');
      expect(news.service.status()).toEqual({ state: 'starting', asOf: null });
      await news.refresh();
      const articles = await news.list();
      expect(articles.map(({ title, source }) => [title, source.name])).toEqual([
        ['Headline 1', 'Block Ledger'],
        ['Headline 3', '127.0.0.1'],
        ['Headline 2', 'Block Ledger'],
      ]);
      expect(articles[1]).toEqual({
        id: expect.stringMatching(/^[\w-]{22}$/),
        title: 'Headline 3',
        summary: 'So it is.',
        url: 'https://news.example/3',
        published_at: new Date(newsNow - 90 * minute).toISOString(),
        categories: ['Market'],
        topics: [],
        coins: [],
        source: { name: '127.0.0.1', favicon: 'https://altimeter.example/images/sources/127.0.0.1' },
      });
      expect(news.service.status()).toEqual({ state: 'live', asOf: new Date(newsNow).toISOString() });
    });

    it('is requested politely: with a user agent, conditionally, and not too often', async () => {
      feeds.set('/a', (request, response) => {
        if (request.headers['if-none-match'] === '"1"') return response.writeHead(304).end();
        const headers = {
          etag: '"1"',
          'last-modified': 'Sat, 21 Nov 2026 11:00:00 GMT',
          'content-encoding': 'gzip',
        };
        response.writeHead(200, headers).end(gzipSync(rssFeed('A', [item('1')])));
      });
      const news = feeds.open('/a');
      await news.refresh();
      news.pass(9 * minute);
      await news.refresh();
      expect(feeds.requests('/a')).toHaveLength(1);
      expect(feeds.requests('/a')[0]?.headers['user-agent']).toBe('Altimeter/1.2.3 (feed reader)');
      news.pass(minute);
      const version = news.service.version();
      await news.refresh();
      expect(feeds.requests('/a')[1]?.headers).toMatchObject({
        'if-none-match': '"1"',
        'if-modified-since': 'Sat, 21 Nov 2026 11:00:00 GMT',
      });
      expect(await news.titles()).toEqual(['Headline 1']);
      expect(news.service.status().asOf).toBe(new Date(newsNow + 10 * minute).toISOString());
      expect(news.service.version()).not.toBe(version);
    });

    it('from one feed is unaffected by another that fails in any way', async () => {
      feeds.set('/good', rssFeed('Good', [item('1')]));
      feeds.set('/error', (_request, response) => response.writeHead(500).end());
      feeds.set('/html', '<html><body>Just a moment…</body></html>');
      feeds.set('/torn', rssFeed('Torn', [item('2')]).slice(0, 40));
      feeds.set('/cut', (_request, response) => response.destroy());
      feeds.set('/large', `<rss>${' '.repeat(2 * 1024 * 1024)}</rss>`);
      feeds.set('/inside', (_request, response) =>
        response.writeHead(302, { location: `${feeds.server().origin}/good` }).end(),
      );
      const news = feeds.open('/error', '/html', '/torn', '/cut', '/none', '/large', '/inside', '/good');
      await news.refresh();
      expect(await news.titles()).toEqual(['Headline 1']);
      expect(news.service.status().state).toBe('live');
      const metrics = await news.registry.metrics();
      const { host } = new URL(feeds.server().origin);
      const count = (outcome: string) =>
        Number(
          new RegExp(`news_feed_answers_total{feed="${host}",outcome="${outcome}"} (\\d+)`).exec(
            metrics,
          )?.[1],
        );
      expect(['new', 'refused', 'unreachable', 'unreadable'].map(count)).toEqual([1, 4, 1, 2]);
      expect(metrics).toContain('news_articles_added_total 1');
      expect(metrics).toContain(`news_feed_newest_article_age_seconds{feed="${host}"} 3600`);
    });

    it('from a failing feed is requested less and less often, and no earlier than the feed allows', async () => {
      feeds.set('/a', (_request, response) => response.writeHead(503).end());
      const news = feeds.open('/a');
      const askedAt: number[] = [];
      for (let passed = 0; passed < 20; passed++) {
        await news.refresh();
        if (feeds.requests('/a').length > askedAt.length) askedAt.push(passed);
        news.pass(minute);
      }
      expect(askedAt).toEqual([0, 1, 3, 7, 15]);
      expect(news.service.status()).toEqual({ state: 'starting', asOf: null });
      feeds.set('/b', (_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
      const other = feeds.open('/b');
      await other.refresh();
      other.pass(59 * minute);
      await other.refresh();
      other.pass(minute);
      await other.refresh();
      expect(feeds.requests('/b')).toHaveLength(2);
    });

    it('is listed once, whichever feeds it comes from', async () => {
      const title = 'Tether freezes a wallet after the Bitget heist';
      feeds.set('/a', rssFeed('A', [item('1', { guid: 'x', title }), item('2'), item('3', { guid: 'y' })]));
      const again = [
        item('other', { title: 'Tether freezes wallet after Bitget heist' }),
        item('2', { title: 'The same page under another headline' }),
        item('3', { title: 'The same page under a third headline' }),
      ];
      feeds.set('/b', rssFeed('B', again));
      const news = feeds.open('/a');
      await news.refresh();
      // An id means something in its own feed only.
      const moved = { guid: 'y', url: 'https://news.example/moved', title: 'One id, another page' };
      feeds.set('/a', rssFeed('A', [item('3', moved)]));
      const both = feeds.open('/a', '/b');
      both.pass(11 * minute);
      await both.refresh();
      expect((await both.titles()).sort()).toEqual(['Headline 2', 'Headline 3', title]);
    });

    it('is listed once as long as its feeds list it, even when days old', async () => {
      const at = newsNow - 5 * day;
      feeds.set('/a', (request, response) => {
        if (request.headers['if-none-match'] !== undefined) return response.writeHead(304).end();
        const items = [item('1', { at, title: 'Tether freezes a wallet after the heist' })];
        response.writeHead(200, { etag: '"1"' }).end(rssFeed('A', items));
      });
      feeds.set('/b', rssFeed('B', [item('2', { at, title: 'Tether freezes wallet after the heist' })]));
      const news = feeds.open('/a', '/b');
      for (let rounds = 0; rounds < 2; rounds++) {
        await news.refresh();
        expect(await news.titles()).toHaveLength(1);
        news.pass(10 * minute);
      }
    });

    it('that a feed lists twice under one address does not displace its other articles', async () => {
      const again = { url: 'https://news.example/1', title: 'Bitcoin: what we know so far' };
      feeds.set('/a', rssFeed('A', [item('1', { title: 'Bitcoin moves' }), item('2', again), item('3')]));
      const news = feeds.open('/a');
      news.setCoins([{ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' }]);
      await news.refresh();
      expect((await news.titles()).sort()).toEqual(['Bitcoin moves', 'Headline 3']);
    });

    it('without a date is dated to when it was first seen, and none is from the future', async () => {
      const undated: FeedItem = { title: 'Undated', url: 'https://news.example/u' };
      feeds.set('/a', rssFeed('A', [undated, item('1', { at: newsNow + day })]));
      const news = feeds.open('/a');
      await news.refresh();
      const seen = new Date(newsNow).toISOString();
      expect((await news.list()).map((article) => article.published_at)).toEqual([seen, seen]);
      news.pass(hour);
      await news.refresh();
      expect((await news.list()).map((article) => article.published_at)).toEqual([seen, seen]);
    });

    it('is kept for thirty days', async () => {
      feeds.set(
        '/a',
        rssFeed('A', [item('1', { at: newsNow - 29 * day }), item('2', { at: newsNow - 31 * day })]),
      );
      const news = feeds.open('/a');
      await news.refresh();
      expect(await news.titles()).toEqual(['Headline 1']);
      news.pass(day + hour);
      await news.refresh();
      expect(await news.titles()).toEqual([]);
    });

    it('is limited to two hundred articles a day per feed, however many it lists', async () => {
      let sent = 0;
      feeds.set('/a', (_request, response) => {
        const items = Array.from({ length: 100 }, () => item(`${sent++}`));
        response.end(rssFeed('A', [...items, item(`old-${sent}`, { at: newsNow - 2 * day })]));
      });
      feeds.set('/b', rssFeed('B', [item('other')]));
      const news = feeds.open('/a', '/b');
      for (let fetches = 0; fetches < 4; fetches++) {
        await news.refresh();
        news.pass(10 * minute);
      }
      expect(feeds.requests('/a')).toHaveLength(4);
      const titles = await news.titles('?per_page=250');
      expect(titles.filter((title) => /^Headline \d+$/.test(title))).toHaveLength(200);
      expect(titles).toContain('Headline other');
    });

    it('continues if the clock is set back: feeds are read, new articles shown, none from the future', async () => {
      const undated: FeedItem = { title: 'Undated', url: 'https://news.example/u' };
      feeds.set('/a', rssFeed('A', [undated, item('1')]));
      const later = item('2', { at: newsNow - 2 * hour });
      feeds.set('/b', rssFeed('B', [later]));
      const news = feeds.open('/a', '/b');
      news.pass(8 * hour);
      await news.refresh();
      expect(await news.titles()).toEqual(['Undated', 'Headline 1', 'Headline 2']);
      news.pass(-8 * hour);
      feeds.set('/a', (_request, response) => response.writeHead(503).end());
      feeds.set('/b', rssFeed('B', [later, item('3', { at: newsNow - minute })]));
      await news.refresh();
      const articles = await news.list();
      expect(articles.map(({ title }) => title)).toEqual([
        'Undated',
        'Headline 3',
        'Headline 1',
        'Headline 2',
      ]);
      expect(articles[0]?.published_at).toBe(new Date(newsNow).toISOString());
      expect(news.service.status()).toEqual({ state: 'live', asOf: new Date(newsNow).toISOString() });
    });

    it('is shown immediately if the clock was set back by a little', async () => {
      feeds.set('/a', rssFeed('A', [item('1')]));
      feeds.set('/b', rssFeed('B', [item('2', { at: newsNow - 2 * hour })]));
      const news = feeds.open('/a', '/b');
      await news.refresh();
      expect(await news.titles()).toHaveLength(2);
      feeds.set('/a', rssFeed('A', [item('3')]));
      news.pass(10 * minute);
      await news.refresh();
      expect(await news.titles()).toContain('Headline 3');
      news.pass(-30_000);
      feeds.set('/b', rssFeed('B', [item('4')]));
      await news.refresh();
      expect(await news.titles()).toContain('Headline 4');
    });

    it('from a feed whose ETag is too long to send back is requested without it', async () => {
      feeds.set('/a', (_request, response) =>
        response.writeHead(200, { etag: `"${'x'.repeat(600)}"` }).end(rssFeed('A', [item('1')])),
      );
      const news = feeds.open('/a');
      await news.refresh();
      news.pass(10 * minute);
      await news.refresh();
      expect(feeds.requests('/a')[1]?.headers['if-none-match']).toBeUndefined();
    });

    it('from a feed that is gone for good is requested once a day', async () => {
      feeds.set('/a', (_request, response) => response.writeHead(410).end());
      const news = feeds.open('/a');
      await news.refresh();
      news.pass(23 * hour);
      await news.refresh();
      expect(feeds.requests('/a')).toHaveLength(1);
      news.pass(hour);
      await news.refresh();
      expect(feeds.requests('/a')).toHaveLength(2);
    });

    it('comes only from the configured feeds', async () => {
      feeds.set('/a', rssFeed('A', [item('1')]));
      await feeds.open('/a').refresh();
      const news = feeds.open('/b');
      await news.refresh();
      expect([await news.titles(), await news.topics()]).toEqual([[], []]);
    });

    it('is linked to coins, including articles older than the market data', async () => {
      feeds.set(
        '/a',
        rssFeed('A', [
          item('1', { title: 'Bitcoin and ether rise' }),
          item('2', { title: 'Solana is quiet' }),
        ]),
      );
      const news = feeds.open('/a');
      await news.refresh();
      expect((await news.list()).map(({ coins }) => coins)).toEqual([[], []]);
      news.setCoins([
        { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' },
        { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum' },
        { coinId: 'solana', symbol: 'sol', name: 'Solana' },
      ]);
      news.pass(minute);
      await news.refresh();
      const [first] = await news.list('?coin=BITCOIN');
      expect(first).toMatchObject({ coins: ['bitcoin', 'ethereum'], topics: ['Ethereum', 'Bitcoin'] });
      expect(await news.titles('?coin=solana')).toEqual(['Solana is quiet']);
      expect(await news.titles('?coin=unknown')).toEqual([]);
      feeds.set('/a', rssFeed('A', [item('3', { title: 'More of SOL' })]));
      news.pass(10 * minute);
      await news.refresh();
      expect((await news.titles('?coin=solana')).sort()).toEqual(['More of SOL', 'Solana is quiet']);
    });

    it('ranks the topics of the last day against the previous day', async () => {
      const about = (topic: string, age: number, key: string) =>
        item(key, { title: `${topic} number ${key}`, at: newsNow - age });
      feeds.set(
        '/a',
        rssFeed('A', [
          ...[1, 2, 3].map((n) => about('NFT', hour, `${n}`)),
          about('NFT', 30 * hour, '4'),
          about('NFT', 31 * hour, '5'),
          about('CBDC', 2 * hour, '6'),
          about('CBDC', 40 * hour, '7'),
          about('CBDC', 41 * hour, '8'),
          about('CBDC', 60 * hour, '9'),
        ]),
      );
      const news = feeds.open('/a');
      await news.refresh();
      expect(await news.topics()).toEqual([
        { name: 'NFT', change: '+50%' },
        { name: 'CBDC', change: '-50%' },
      ]);
    });

    it('becomes stale merely as time passes, and live again with the first answer', async () => {
      feeds.set('/a', rssFeed('A', [item('1')]));
      const news = feeds.open('/a');
      await news.refresh();
      news.pass(46 * minute);
      expect(news.service.status()).toEqual({ state: 'stale', asOf: new Date(newsNow).toISOString() });
      await news.refresh();
      expect(news.service.status().state).toBe('live');
    });
  });
}

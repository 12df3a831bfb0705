import { describe, expect, it } from 'vitest';
import { type FeedItem, rssFeed } from '../../../tests/support/news/feed-server.ts';
import { parseFeed } from './parse-feed.ts';

const address = 'https://feeds.example/crypto/rss.xml';
const url = 'https://news.example/a';
const readItem = (item: Partial<FeedItem>) =>
  parseFeed(rssFeed('Feed', [{ title: 'A headline', url, ...item }]), address).items[0];

describe('the texts of an article', () => {
  it.each([
    ['AT&amp;T &#8220;joins&#8221; the chain', 'AT&T “joins” the chain'],
    ['<b>Bold</b> <i>move</i>', 'Bold move'],
    ['  Many\n\n blanks\t', 'Many blanks'],
    ['Up<script>alert(1)</script> and <img src=x onerror=alert(1)>away', 'Up and away'],
    ['Turned \u202Eround', 'Turned round'],
    ['3 < 4 and 5 > 2', '3 < 4 and 5 > 2'],
  ])('are plain: %s', (html, text) => {
    expect(readItem({ title: html })?.title).toBe(text);
    expect(readItem({ summary: html })?.summary).toBe(text);
  });

  it.each(['\u200D\u200C', '\u00AD\u3164\u2800', '&zwnj;', '<img src="x">', '&#x2063; \u2064'])(
    'are not a headline if nothing of them can be seen: %j',
    (title) => expect(readItem({ title })).toBeUndefined(),
  );

  it('are cut at a word boundary, with an ellipsis', () => {
    const { title = '', summary = '' } =
      readItem({ title: 'word '.repeat(90), summary: 'longer, '.repeat(90) }) ?? {};
    expect(title).toMatch(/^(?:word )+word…$/);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(summary).toMatch(/^(?:longer, )+longer…$/);
    expect(summary.length).toBeLessThanOrEqual(320);
  });

  it('omit what publishing programs add, and a summary does not repeat the headline', () => {
    const summary =
      '<p>What happened.</p><p>The post <a href="x">A headline</a> appeared first on <a>Site</a>.</p>';
    expect(readItem({ summary })?.summary).toBe('What happened.');
    expect(readItem({ summary: 'A headline' })?.summary).toBe('');
  });
});

it('reads the newest articles of a long feed, wherever they are in it', () => {
  const items = Array.from({ length: 150 }, (_, day) => ({
    title: `Day ${day}`,
    url: `${url}${day}`,
    at: Date.UTC(2026, 0, 1 + day),
  }));
  const { items: read } = parseFeed(rssFeed('Feed', items), address);
  expect([read.length, read[0]?.title, read.at(-1)?.title]).toEqual([100, 'Day 50', 'Day 149']);
});

it('ignores an id that several articles of a feed share', () => {
  const ids = ['0', '0', 'own', undefined];
  const items = ids.map((guid, index) => ({ title: 'A', url: `${url}${index}`, ...(guid && { guid }) }));
  const { items: read } = parseFeed(rssFeed('Feed', items), address);
  expect(read.map(({ guid }) => guid)).toEqual([undefined, undefined, 'own', undefined]);
});

describe('the address of an article', () => {
  it.each([
    ['https://news.example/a?id=7&utm_source=rss&fbclid=x', 'https://news.example/a?id=7'],
    ['/2026/a', 'https://feeds.example/2026/a'],
    ['//cdn.example/a', 'https://cdn.example/a'],
    [' http://news.example/a ', 'http://news.example/a'],
  ])('%s is %s', (link, expected) => expect(readItem({ url: link })?.url).toBe(expected));

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://news.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://news.example/a',
    'https://user:pw@news.example/a',
    'urn:uuid:1',
    `https://news.example/${'a'.repeat(3_000)}`,
    '',
  ])('is never %s', (link) => expect(readItem({ url: link })).toBeUndefined());

  it('may be given only in the id', () => {
    const item = (guid: string) => `<item><title>A</title>${guid}</item>`;
    const read = (guid: string) =>
      parseFeed(`<rss version="2.0"><channel>${item(guid)}</channel></rss>`, address).items[0]?.url;
    expect(read('<guid>https://news.example/a</guid>')).toBe('https://news.example/a');
    expect(read('<guid isPermaLink="false">https://news.example/a</guid>')).toBeUndefined();
  });
});

describe('feeds in other formats', () => {
  it('are read like RSS: Atom', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Chain Weekly</title><entry><id>urn:1</id>
      <title type="html">&lt;b&gt;Fees&lt;/b&gt; fall</title><link rel="enclosure" href="https://x.example/a.mp3"/>
      <link rel="alternate" href="https://x.example/a"/><updated>2026-11-21T10:00:00Z</updated>
      <content type="html">&lt;p&gt;By half.&lt;/p&gt;</content></entry></feed>`;
    expect(parseFeed(atom, address)).toEqual({
      title: 'Chain Weekly',
      items: [
        {
          guid: 'urn:1',
          url: 'https://x.example/a',
          title: 'Fees fall',
          summary: 'By half.',
          publishedAt: Date.UTC(2026, 10, 21, 10),
          categories: ['Market'],
          themes: [],
        },
      ],
    });
  });

  it('are read like RSS: JSON', () => {
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      items: [{ id: '1', url, title: 'A', content_text: 'B' }],
    };
    expect(parseFeed(JSON.stringify(json), address).items).toMatchObject([
      { guid: '1', url, title: 'A', summary: 'B' },
    ]);
  });

  it.each([
    ['RSS', (items: string) => `<rss version="2.0"><channel><title>F</title>${items}</channel></rss>`],
    [
      'Atom',
      (items: string) =>
        `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title>${items.replaceAll('item>', 'entry>').replaceAll(`<link>${url}</link>`, `<id>x</id><link href="${url}"/>`)}</feed>`,
    ],
    [
      'JSON',
      (items: string) => {
        const count = items.split('<item>').length - 1;
        const all = Array.from({ length: count }, () => ({ id: 'x', title: 'A', url }));
        return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'F', items: all });
      },
    ],
  ])('are read up to their hundredth article: %s', (_format, make) => {
    const feed = make(`<item><title>A</title><link>${url}</link></item>`.repeat(150));
    expect(parseFeed(feed, address).items).toHaveLength(100);
  });

  it.each(['', 'hello', '<html><body>Just a moment…</body></html>', '{"error":1}', '<rss'])(
    'are not read from %j',
    (text) => {
      expect(() => parseFeed(text, address)).toThrow();
    },
  );
});

it('ignores an impossible date', () => {
  const dated = (date: string) =>
    parseFeed(
      `<rss version="2.0"><channel><item><title>A</title><link>${url}</link><pubDate>${date}</pubDate></item></channel></rss>`,
      address,
    ).items[0]?.publishedAt;
  expect(dated('Sat, 21 Nov 2026 10:00:00 +0100')).toBe(Date.UTC(2026, 10, 21, 9));
  expect(dated('Sat, 21 Nov 2026 10:00 EST')).toBe(Date.UTC(2026, 10, 21, 15));
  expect([dated('yesterday'), dated('0000-00-00'), dated('1 Jan 1970'), dated('')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

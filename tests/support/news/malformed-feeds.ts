import { gzipSync } from 'node:zlib';
import { createRandom } from '../create-random.ts';
import { hasRecordings, readRecordedFiles } from '../market/recordings.ts';
import { type FeedServer, rssFeed } from './feed-server.ts';

/** A feed as a hostile or broken server might send it. */
interface MalformedFeed {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
  readonly encoding?: 'gzip';
}

/** Texts that would run as code if they were treated as HTML. */
const payloads: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">Click</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<!--<script>alert(1)</script>',
  '\u202E<script>alert(1)</script>',
];

const links = [
  'https://news.example/a',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,<script>',
  ' /a',
];

const entityBombs = [
  `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
    .split('')
    .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`)
    .join('')}]>`,
  '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
  '<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;]>',
];

const charsets = ['utf-8', 'iso-8859-1', 'utf-16', 'gb2312', 'euc-kr', 'koi8-r', 'shift_jis', 'nonsense', ''];

type Change = (feed: Buffer, random: () => number) => Buffer;

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;
const asText =
  (change: (text: string, random: () => number) => string): Change =>
  (feed, random) =>
    Buffer.from(change(feed.toString('latin1'), random), 'latin1');

/** Ways to break a feed, by name. */
const changes: Readonly<Record<string, Change>> = {
  truncated: (feed, random) => feed.subarray(0, Math.floor(feed.length * random())),
  'bits flipped': (feed, random) => {
    const broken = Buffer.from(feed);
    for (let count = 0; count < 40; count++)
      broken[Math.floor(random() * broken.length)]! ^= 1 << (count % 8);
    return broken;
  },
  'two documents': (feed) => Buffer.concat([feed, feed]),
  'tags unclosed': asText((text, random) => text.replace(/<\/\w+>/g, (tag) => (random() < 0.2 ? '' : tag))),
  'script in titles': asText((text, random) =>
    text.replace(
      /(<title[^>]*>)[\s\S]*?(<\/title>)/g,
      // A number makes each headline unique.
      (_all, open, close) => `${open}${pick(payloads, random)} ${Math.floor(random() * 1e9)}${close}`,
    ),
  ),
  'script in texts': asText((text, random) =>
    text.replace(
      /(<(?:description|summary|content)[^>]*>)[\s\S]*?(<\/(?:description|summary|content)>)/g,
      (_all, open, close) => open + pick(payloads, random) + close,
    ),
  ),
  'odd links': asText((text, random) =>
    text
      .replace(/<link>[^<]*<\/link>/g, () => `<link>${pick(links, random)}</link>`)
      .replace(/href="[^"]*"/g, () => `href="${pick(links, random)}"`),
  ),
  'entity bomb': asText(
    (text, random) =>
      `${pick(entityBombs, random)}${text.replace(/<\?xml[^>]*>/, '').replace(/<title>[^<]*/g, '<title>&j;&x;')}`,
  ),
  'many entities': asText((text) => text.replace(/<title>[^<]*/, `<title>${'&#x41;'.repeat(150_000)}`)),
  'deeply nested': asText((text) => text.replace(/<item>/, `<item>${'<a>'.repeat(100_000)}`)),
  'long blanks': asText((text) => text.replace(/<title>/g, `<title>${' '.repeat(50_000)}</`)),
  'many items': asText((text) => {
    const item = /<(item|entry)[\s>][\s\S]*?<\/\1>/.exec(text)?.[0] ?? '';
    return item === '' ? text : text.replace(item, item.repeat(Math.ceil(300_000 / item.length)));
  }),
  'wrong charset': asText((text, random) =>
    text.replace(/encoding=["'][^"']*["']/, () => `encoding="${pick(charsets, random)}"`),
  ),
  'a page': () =>
    Buffer.from('<!doctype html><html><head><title>Just a moment…</title><script>x()</script></head></html>'),
  nothing: () => Buffer.alloc(0),
};

/** Removes the items' dates, because items without a date count as today's. */
const undated = asText((text) => text.replace(/<(pubDate|published|updated|dc:date)>[^<]*<\/\1>/g, ''));

/** Intact feeds to break: recorded ones if available. */
function listWholeFeeds(): Buffer[] {
  const items = Array.from({ length: 30 }, (_, index) => ({
    title: `Bitcoin and ether, headline ${index}`,
    url: `https://news.example/${index}`,
    summary: '<p>What happened &amp; why.</p>',
    guid: `${index}`,
  }));
  const entries = items.map(
    ({ title, url, guid }) => `<entry><id>${guid}</id><title>${title}</title><link href="${url}"/></entry>`,
  );
  const atom = `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>${entries.join('')}</feed>`;
  const made = [rssFeed('Feed', items), atom].map((text) => Buffer.from(text));
  return hasRecordings
    ? [...made, ...readRecordedFiles('rss/crypto'), ...readRecordedFiles('rss/parser-suite')]
    : made;
}

function breakFeed(feeds: readonly Buffer[], index: number, random: () => number): MalformedFeed {
  const names = Object.keys(changes);
  const name = names[index % names.length]!;
  const feed = feeds[Math.floor(index / names.length) % feeds.length]!;
  const bytes = changes[name]!(undated(feed, random), random);
  const contentType = random() < 0.3 ? undefined : `text/xml; charset=${pick(charsets, random)}`;
  if (random() > 0.1) return { bytes, contentType };
  // Truncates the compressed data.
  const packed = gzipSync(bytes);
  return { bytes: packed.subarray(0, packed.length - 8), contentType, encoding: 'gzip' };
}

/** The paths of `count` malformed feeds, always the same for the same recordings. */
export const malformedPaths = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);

/** Serves `count` malformed feeds at their paths. */
export function serveMalformedFeeds(server: FeedServer, count: number): void {
  const random = createRandom(20_261_121);
  const whole = listWholeFeeds();
  for (const [index, path] of malformedPaths(count).entries()) {
    const { bytes, contentType, encoding } = breakFeed(whole, index, random);
    const headers = {
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(encoding && { 'content-encoding': encoding }),
    };
    server.set(path, (_request, response) => response.writeHead(200, headers).end(bytes));
  }
}

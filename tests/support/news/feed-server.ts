import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of feeds on a free port of this machine. The content of a path can change while it runs. */
export interface FeedServer {
  readonly origin: string;
  /** The requests so far. */
  readonly requests: readonly IncomingMessage[];
  /** Serves a text, or a function's answer, at a path. */
  set(path: string, feed: string | Buffer | Answer): void;
  close(): Promise<void>;
}

/** Starts a server without feeds. Unknown paths are answered with 404. */
export async function startFeedServer(): Promise<FeedServer> {
  const requests: IncomingMessage[] = [];
  const feeds = new Map<string, string | Buffer | Answer>();
  const server = createServer((request, response) => {
    requests.push(request);
    const feed = feeds.get(request.url ?? '');
    if (feed === undefined) response.writeHead(404).end();
    else if (typeof feed === 'function') feed(request, response);
    else response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    set: (path, feed) => void feeds.set(path, feed),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface FeedItem {
  readonly title: string;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly at?: number;
  readonly summary?: string;
  readonly guid?: string;
  readonly tags?: readonly string[];
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An RSS feed. Texts are escaped for XML only, so HTML in them reaches the parser's user. */
export function rssFeed(title: string, items: readonly FeedItem[]): string {
  const entries = items.map(
    ({ title: headline, url, at, summary = '', guid, tags = [] }) =>
      `<item><title>${escapeXml(headline)}</title><link>${escapeXml(url)}</link>` +
      `<description>${escapeXml(summary)}</description>` +
      (guid === undefined ? '' : `<guid isPermaLink="false">${escapeXml(guid)}</guid>`) +
      (at === undefined ? '' : `<pubDate>${new Date(at).toUTCString()}</pubDate>`) +
      tags.map((tag) => `<category>${escapeXml(tag)}</category>`).join('') +
      '</item>',
  );
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${escapeXml(title)}</title>${entries.join('')}</channel></rss>`;
}

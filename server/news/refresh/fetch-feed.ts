import { httpClient } from '#server/platform/net/http-client.ts';
import { NotPublicError } from '#server/platform/net/public-address.ts';
import { ResponseRefusedError } from '#server/platform/net/read-body.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import type { FeedState } from '../feed-store.ts';
import type { Feed } from '../feeds.ts';
import { readRetryAfter } from './feed-back-off.ts';

/** A feed's answer. */
export type FeedAnswer =
  | { readonly kind: 'unchanged' }
  /** The process is stopping and did not wait for the answer. */
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'new';
      readonly bytes: Buffer;
      readonly contentType: string | undefined;
      readonly etag: string | null;
      readonly lastModified: string | null;
      /** The URL of the answer, after redirects. */
      readonly url: string;
    }
  | {
      readonly kind: 'unreachable' | 'refused';
      /** For the log. */
      readonly reason: string;
      /** The delay requested by the feed. */
      readonly retryAfterMs: number;
    };

/** Fetches what is new in a feed since the last request. Never rejects. */
export type FetchFeed = (
  feed: Pick<Feed, 'address' | 'mayBePrivate'>,
  last: Pick<FeedState, 'etag' | 'lastModified'> | undefined,
) => Promise<FeedAnswer>;

const maxBytes = 2 * 1024 * 1024;
const timeoutMs = 10_000;
const maxRedirects = 5;
/** The delay after a feed reported that it is gone for good. */
const goneMs = 24 * 60 * 60_000;
const accept =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';

/** Fetches over the network: at most 2 MiB after decompression, within 10 seconds. `stopping` aborts it. */
export function createFetchFeed(deps: {
  version: string;
  stopping: AbortSignal;
  now: () => number;
}): FetchFeed {
  const headers = { accept, 'user-agent': `Altimeter/${deps.version} (feed reader)` };
  return async ({ address, mayBePrivate }, last) => {
    try {
      const answer = await httpClient.send(address, {
        headers: {
          ...headers,
          ...(last?.etag && { 'if-none-match': last.etag }),
          ...(last?.lastModified && { 'if-modified-since': last.lastModified }),
        },
        // The operator may name a private address, but neither a redirect nor the DNS of a built-in feed may lead to one.
        reachOf: (_url, redirects) => (mayBePrivate && redirects === 0 ? 'anywhere' : 'public'),
        maxRedirects,
        isBodyRead: (status) => status === 200,
        maxBytes,
        timeoutMs,
        signal: deps.stopping,
      });
      const isConditional = Boolean(last?.etag || last?.lastModified);
      if (answer.status === 304 && isConditional) return { kind: 'unchanged' };
      if (answer.status !== 200) {
        const isGone = answer.status === 410;
        const retryAfterMs = isGone ? goneMs : readRetryAfter(answer.headers.get('retry-after'), deps.now());
        return { kind: 'refused', reason: `it answered ${answer.status}`, retryAfterMs };
      }
      return {
        kind: 'new',
        bytes: answer.body,
        contentType: answer.headers.get('content-type'),
        etag: readValidator(answer.headers.get('etag')),
        lastModified: readValidator(answer.headers.get('last-modified')),
        url: answer.url,
      };
    } catch (error) {
      if (deps.stopping.aborted) return { kind: 'aborted' };
      const kind =
        error instanceof ResponseRefusedError || error instanceof NotPublicError ? 'refused' : 'unreachable';
      return { kind, reason: describeFailure(error), retryAfterMs: 0 };
    }
  };
}

/** An ETag or date that can be sent back unchanged; null if none. */
function readValidator(header: string | undefined): string | null {
  return header !== undefined && header.length <= 500 && /^[\x20-\x7e]+$/.test(header) ? header : null;
}

function describeFailure(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError' ? 'it took too long' : reasonOf(error);
}

import { isIP } from 'node:net';
import type webPush from 'web-push';
import { type HttpClient, httpClient } from '#server/platform/net/http-client.ts';
import type { PushKeys } from './keys.ts';

/** A browser's push subscription: the URL of its push service, and its keys in base64url. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * `sent`: the push service accepted the message. `gone`: it no longer knows the browser, or the browser's keys are
 * invalid. `refused`: it will never accept this message. `failed`: try again, after `retryAfter` seconds if given.
 */
export type PushOutcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'refused' }
  | {
      readonly outcome: 'failed';
      readonly reason: string;
      readonly retryAfter?: number;
      /** True if the service did not answer in time. */
      readonly isTimeout?: boolean;
    };

/** Sends push messages to the browsers' push services (RFC 8030), encrypted. */
export interface PushSender {
  /** Never rejects. */
  send(target: PushTarget, message: object, ttlSeconds: number): Promise<PushOutcome>;
}

export interface PushSenderDeps {
  readonly keys: PushKeys;
  /** A contact for push services: a `mailto:` or `https:` address. */
  readonly contact: string;
  /** Default: this process's client. */
  readonly http?: HttpClient;
  readonly timeoutMs?: number;
}

/** The longest wait (s) that a push service may request. */
const maxRetryAfter = 60 * 60;

export function createPushSender(deps: PushSenderDeps): PushSender {
  return {
    async send(target, message, ttlSeconds) {
      // An IP address needs no lookup, and the lookup is what refuses private addresses.
      if (isIP(new URL(target.endpoint).hostname.replace(/^\[|\]$/g, '')) !== 0) return { outcome: 'gone' };
      const details = await prepare(deps, target, message, ttlSeconds);
      if (!details) return { outcome: 'gone' };
      try {
        return toOutcome(await post(deps, details));
      } catch (error) {
        const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
        return { outcome: 'failed', reason: message, ...(name === 'TimeoutError' && { isTimeout: true }) };
      }
    },
  };
}

/** Loaded with the first message, because few servers send any. */
const loadLibrary = async () => (await import('web-push')).default;

/** The encrypted and signed request; undefined if the browser's keys are invalid. */
async function prepare(
  { keys, contact }: PushSenderDeps,
  target: PushTarget,
  message: object,
  ttlSeconds: number,
) {
  const { endpoint, p256dh, auth } = target;
  const library = await loadLibrary();
  try {
    return library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: contact, ...keys },
      // A message may expire while it is taken from the queue.
      TTL: Math.max(0, ttlSeconds),
      urgency: 'high',
    });
  } catch {
    return undefined;
  }
}

interface PushAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Not sent by the library, which reads responses without bounds on size or time. */
async function post(
  { http = httpClient, timeoutMs = 10_000 }: PushSenderDeps,
  { endpoint, headers, body }: webPush.RequestDetails,
): Promise<PushAnswer> {
  const answer = await http.send(endpoint, {
    method: 'POST',
    // Some values are numbers, despite the library's types.
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: body ?? undefined,
    reachOf: () => 'public',
    isBodyRead: () => false,
    maxBytes: 0,
    timeoutMs,
  });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

function toOutcome({ status, retryAfter }: PushAnswer): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 400 || status === 413) return { outcome: 'refused' };
  const seconds = Number(retryAfter);
  const isGiven = retryAfter !== undefined && Number.isInteger(seconds) && seconds > 0;
  return {
    outcome: 'failed',
    reason: `the push service answered ${status}`,
    ...(isGiven && { retryAfter: Math.min(seconds, maxRetryAfter) }),
  };
}

import { vi } from 'vitest';
import type { FaultyMailServer } from '../faulty-mail-server.ts';
import { rememberSecret } from '../log-secrets.ts';

/** Thrown if it is unknown whether a call took effect: there was no answer, or one that says the service is down. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A user of a cluster with a verified address, who calls through its proxy. */
export interface ClusterUser {
  readonly url: string;
  readonly email: string;
  readonly token: string;
  /** Throws `UnansweredError` without a complete answer or for a 5xx. */
  send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object | FormData): Promise<Answer>;
}

const unavailableStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Sends one call. Throws `UnansweredError` if it is unknown whether it took effect. */
export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  let status = 0;
  let text = '';
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
    status = answer.status;
    text = await answer.text();
  } catch (error) {
    throw new UnansweredError(`${init.method ?? 'GET'} ${url} had no answer: ${String(error)}`);
  }
  if (unavailableStatuses.has(status))
    throw new UnansweredError(`${init.method ?? 'GET'} ${url} was answered with ${status}`);
  return { status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
}

/** Signs a user up, and verifies the address with the mailed code. */
export async function addClusterUser(
  url: string,
  mails: FaultyMailServer,
  email: string,
): Promise<ClusterUser> {
  const post = (path: string, body: object) =>
    call(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { body: signup } = await post('/api/auth/signup', { email, firstName: 'Ada', lastName: 'Cluster' });
  const { challenge, token: unverified } = signup as { challenge?: string; token: string };
  const code = await vi.waitUntil(() => findCode(mails, email), { timeout: 60_000, interval: 50 });
  const answer = await call(`${url}/api/auth/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${unverified}` },
    body: JSON.stringify({ email, code, ...(challenge && { challenge }) }),
  });
  const { token } = answer.body as { token: string };
  if (token === undefined) throw new Error(`${email} was not verified: ${JSON.stringify(answer)}`);
  rememberSecret(token);
  return { url, email, token, send: sendTo(url, token) };
}

/** Sends a user's calls to one server, past the proxy. */
export function sendTo(url: string, token: string): ClusterUser['send'] {
  return (method, path, body) => {
    const isForm = body instanceof FormData;
    return call(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
  };
}

function findCode(mails: FaultyMailServer, email: string): string | undefined {
  const mail = mails.accepted.findLast((text) => text.includes(`To: ${email}`));
  return mail && /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(mail)?.[0];
}

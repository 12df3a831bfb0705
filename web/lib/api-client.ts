import type { ErrorBody } from '#contract/errors.ts';

/** An answer that was not a success. The message is the status, a colon, a space, and the body (or the status text). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }

  /** What the body says, as far as it is one of our own error bodies. */
  get answer(): Partial<ErrorBody> {
    try {
      const answer: unknown = JSON.parse(this.body);
      return typeof answer === 'object' && answer !== null ? answer : {};
    } catch {
      return {};
    }
  }
}

/** Reads one path of our API and gives its JSON. The server passes its own while it renders a page. */
export type ApiReader = <T>(path: string, signal?: AbortSignal) => Promise<T>;

/** Where the bearer token comes from, and who is told when the server refuses one. */
export interface Credentials {
  getToken(): string | null;
  onRefused(token: string): void;
  /** What is asked for is not for this user: the plan may have changed elsewhere. */
  onForbidden(): void;
  /** Calls back after each change of the token, in whatever tab; gives how to stop. */
  watch(onChange: () => void): () => void;
}

let credentials: Credentials | undefined;

/** Sets whose calls these are; until then, and without a token, they are a stranger's. */
export function setCredentials(next: Credentials): void {
  credentials = next;
}

/** Whose calls these are: for what does not end with its answer. */
export const getCredentials = (): Credentials | undefined => credentials;

/** The browser's reader. Throws `ApiError` for anything but a success. */
export const readApi: ApiReader = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  callApi<T>(path, signal ? { signal } : {});

/** Reads one path of our API that gives text. Throws as `readApi` does. */
export const readApiText = (path: string): Promise<string> => callApi(path, {}, String);

/**
 * Sends a change to our API and gives the answer's JSON, or undefined where it has no body. `body` is sent as JSON,
 * and only where there is one. Throws `ApiError` for anything but a success, and what `fetch` throws without a network.
 */
export function sendApi<T = undefined>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  return callApi<T>(path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }),
  });
}

async function callApi<T>(
  path: string,
  init: RequestInit,
  parse: (text: string) => T = JSON.parse,
): Promise<T> {
  const token = credentials?.getToken() ?? null;
  const headers = { ...init.headers, ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(path, { ...init, headers, credentials: 'include' });
  if (response.status === 401 && token) credentials?.onRefused(token);
  if (response.status === 403) credentials?.onForbidden();
  const text = response.status === 204 ? '' : await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return text ? parse(text) : (undefined as T);
}

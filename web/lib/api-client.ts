import { readApiError } from './errors.ts';

/** Reads JSON from a path of our API. The server passes a different reader while it renders a page. */
export type ApiReader = <T>(path: string, signal?: AbortSignal) => Promise<T>;

/** This browser's bearer token, and how to react when the server refuses it. */
export interface Credentials {
  getToken(): string | null;
  onRefused(token: string): void;
  /** Called after a 403: the plan may have changed elsewhere. */
  onForbidden(): void;
  /** Calls back after each change of the token in any tab. Returns a function that stops it. */
  watch(onChange: () => void): () => void;
}

let credentials: Credentials | undefined;

/** Sets the session for all calls. Before that, or without a token, calls are anonymous. */
export function setCredentials(next: Credentials): void {
  credentials = next;
}

/** The credentials of all calls, for long-lived connections. */
export const getCredentials = (): Credentials | undefined => credentials;

/** The browser's reader. Throws an `ApiError` unless the request succeeds. */
export const readApi: ApiReader = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  callApi<T>(path, signal ? { signal } : {});

/** Reads text from a path of our API. Throws like `readApi`. */
export const readApiText = (path: string): Promise<string> => callApi(path, {}, String);

/** Reads the bytes of a file from a path of our API. Throws like `readApi`. */
export async function readApiFile(path: string): Promise<Blob> {
  return (await fetchApi(path, {})).blob();
}

/** A page of a long list, and the path of the next page; null if this is the last. */
export interface ApiPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** Reads a page of a list. Throws like `readApi`. */
export const readApiPage = <T>(path: string, signal?: AbortSignal): Promise<ApiPage<T>> =>
  callApi<ApiPage<T>>(path, signal ? { signal } : {}, (text, headers) => ({
    items: JSON.parse(text),
    next: /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null,
  }));

/**
 * Sends a change, with `body` as JSON if given. Returns the answer's JSON, or undefined if the answer has no body.
 * Throws an `ApiError` unless the request succeeds; network errors of `fetch` pass through.
 */
export function sendApi<T = undefined>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  return callApi<T>(path, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Sends a form with a file. Throws like `sendApi`. */
export const sendForm = <T>(path: string, form: FormData): Promise<T> =>
  callApi<T>(path, { method: 'POST', body: form });

async function callApi<T>(
  path: string,
  init: RequestInit,
  parse: (text: string, headers: Headers) => T = (json) => JSON.parse(json),
): Promise<T> {
  const response = await fetchApi(path, init);
  const text = response.status === 204 ? '' : await response.text();
  return text ? parse(text, response.headers) : (undefined as T);
}

async function fetchApi(path: string, init: RequestInit): Promise<Response> {
  const token = credentials?.getToken() ?? null;
  const headers = { ...init.headers, ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(path, { ...init, headers, credentials: 'include' });
  if (response.status === 401 && token) credentials?.onRefused(token);
  if (response.status === 403) credentials?.onForbidden();
  if (!response.ok) throw readApiError(response.status, response.statusText, await response.text());
  return response;
}

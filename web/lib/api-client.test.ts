import { afterEach, describe, expect, it, vi } from 'vitest';
import { readApi, sendApi, setCredentials } from './api-client.ts';
import { ApiError } from './errors.ts';

/** Gives every call the same answer, and records the calls. */
function answer(status: number, body: string | null, statusText = '') {
  const fetched = vi.fn(
    async (_path: string, _init: RequestInit) => new Response(body, { status, statusText }),
  );
  vi.stubGlobal('fetch', fetched);
  return (call = 0) => {
    const [path, { headers, ...init }] = fetched.mock.calls[call] ?? ['', {}];
    return { path, headers: { ...(headers as Record<string, string>) }, ...init };
  };
}

const refused = vi.fn();
let token: string | null = null;
setCredentials({ getToken: () => token, onRefused: refused, onForbidden: () => {}, watch: () => () => {} });

afterEach(() => {
  token = null;
  refused.mockReset();
  vi.unstubAllGlobals();
});

describe('a call', () => {
  it('always sends cookies, the token if there is one, and a content type only with a body', async () => {
    const getCall = answer(200, '{"a":1}');
    expect(await readApi('/api/x')).toEqual({ a: 1 });
    token = 'h.p.s';
    await sendApi('POST', '/api/y', { b: 2 });
    await sendApi('DELETE', '/api/z');
    expect(getCall(0)).toEqual({ path: '/api/x', credentials: 'include', headers: {} });
    expect(getCall(1)).toMatchObject({
      method: 'POST',
      body: '{"b":2}',
      credentials: 'include',
      headers: { Authorization: 'Bearer h.p.s', 'Content-Type': 'application/json' },
    });
    expect(getCall(2)).toEqual({
      path: '/api/z',
      method: 'DELETE',
      credentials: 'include',
      headers: { Authorization: 'Bearer h.p.s' },
    });
  });

  it('returns undefined if the answer has no body', async () => {
    answer(204, null);
    expect(await sendApi('DELETE', '/api/z')).toBeUndefined();
  });

  it('fails with the status and the body, or the status text without one', async () => {
    answer(403, '{"message":"limit"}');
    await expect(readApi('/api/x')).rejects.toThrow('403: {"message":"limit"}');
    answer(502, '', 'Bad Gateway');
    await expect(readApi('/api/x')).rejects.toThrow('502: Bad Gateway');
  });

  it('reports the refused token, and nothing if none was sent', async () => {
    answer(401, '{}');
    await expect(readApi('/api/x')).rejects.toBeInstanceOf(ApiError);
    expect(refused).not.toHaveBeenCalled();
    token = 'h.p.s';
    await expect(readApi('/api/x')).rejects.toBeInstanceOf(ApiError);
    expect(refused).toHaveBeenCalledExactlyOnceWith('h.p.s');
  });
});

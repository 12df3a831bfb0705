import { useRef } from 'react';

/**
 * An idempotency key per body of a form: sending the same body again, because the answer may have been lost, adds nothing,
 * while a changed one counts as new.
 */
export function useAttemptKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: createAttemptKey() };
    return last.current.key;
  };
}

/**
 * Sends bodies with such keys, for a form that stays open: once a body is answered, the same one counts as new, because
 * what it added may have been deleted since.
 */
export function useAttempts<Body, Answer>(
  send: (body: Body, headers: Readonly<Record<string, string>>) => Promise<Answer>,
): (body: Body) => Promise<Answer> {
  const keyOf = useAttemptKey();
  return async (body) => {
    const answer = await send(body, idempotent(keyOf(body)));
    keyOf(null);
    return answer;
  };
}

/** A random key. Browsers have `crypto.randomUUID` only on encrypted pages and on localhost. */
export const createAttemptKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The header with which a repeated call adds nothing. */
export const idempotent = (key: string) => ({ 'Idempotency-Key': key });

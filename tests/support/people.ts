import { expect } from 'vitest';
import type { Tier } from '#contract/plans.ts';
import type { Database } from '#server/platform/database.ts';

/** Somebody signed in, as a client without cookies. */
export interface Person {
  readonly email: string;
  readonly token: string;
}

/** Calls a server at `url` as somebody, or as nobody. */
export async function callAs(
  url: string,
  person: Pick<Person, 'token'> | null,
  call: { readonly method: string; readonly path: string; readonly body?: object | undefined },
): Promise<Response> {
  const { method, path, body } = call;
  return fetch(`${url}${path}`, {
    method,
    headers: {
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

let people = 0;

/** A new account that has proved nothing. */
export async function signUp(url: string): Promise<Person & { readonly challenge: string }> {
  people += 1;
  const email = `person-${people}@example.com`;
  const body = { email, firstName: 'Ada', lastName: 'Test' };
  const answer = await callAs(url, null, { method: 'POST', path: '/api/auth/signup', body });
  expect(answer.status).toBe(201);
  const { token, challenge } = (await answer.json()) as { token: string; challenge: string };
  return { email, token, challenge };
}

/** A new account that proved its address with the code of the mail, on the tier given. */
export async function signUpProved(url: string, db: Database, tier: Tier): Promise<Person> {
  const { email, token, challenge } = await signUp(url);
  const inbox = await callAs(url, null, { method: 'GET', path: '/api/inbox' });
  const mails = (await inbox.json()) as { to: string; text: string }[];
  const code = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(mails.find(({ to }) => to === email)!.text)![0];
  const body = { email, code, challenge };
  const answer = await callAs(url, { token }, { method: 'POST', path: '/api/auth/verify', body });
  expect(answer.status).toBe(200);
  await db.updateTable('users').set({ tier }).where('email', '=', email).execute();
  return { email, token: ((await answer.json()) as { token: string }).token };
}

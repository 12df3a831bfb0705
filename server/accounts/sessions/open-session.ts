import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import type { AccountTx } from '../account-tx.ts';
import type { Hashes } from '../hashes.ts';
import { sessionLifeMs } from '../policy.ts';
import type { OpenedSession, Visitor } from '../visitor.ts';
import type { Tokens } from './tokens.ts';

export interface OpenSessionDeps {
  readonly hashes: Hashes;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

/** Begins a session of an account. `isProof`: the visitor has just proved that the account is theirs. */
export async function openSession(
  { hashes, tokens, clock }: OpenSessionDeps,
  tx: AccountTx,
  { userId, visitor, isProof }: { userId: string; visitor: Visitor; isProof: boolean },
): Promise<OpenedSession> {
  const sessionSecret = visitor.isBrowser ? makeRandomSecret() : null;
  const browserSecret = visitor.browserSecret ?? makeRandomSecret();
  const id = randomUUID();
  const now = clock.now();
  const expiresAt = now + sessionLifeMs;
  await tx.addSession({
    id,
    userId,
    cookieHash: sessionSecret && hashes.ofSecret(sessionSecret),
    userAgent: visitor.userAgent,
    expiresAt,
    isProof,
  });
  await tx.nameBrowser(hashes.ofSecret(browserSecret), userId);
  return {
    token: await tokens.sign({ userId, sessionId: id }, now, expiresAt),
    sessionSecret,
    browserSecret,
  };
}

/**
 * The accounts of this browser that nobody proved and that whoever proved the address may take over: the one it is
 * signed in to, and those it made with the same address. Those of other browsers stay alone.
 */
export async function listOwnUnproven(
  { hashes }: Pick<OpenSessionDeps, 'hashes'>,
  tx: AccountTx,
  email: string,
  { session, browserSecret }: Visitor,
): Promise<Set<string>> {
  const made =
    browserSecret === undefined ? [] : await tx.listUnproven(hashes.ofSecret(browserSecret), email);
  return new Set([...(session && !session.verified ? [session.id] : []), ...made]);
}

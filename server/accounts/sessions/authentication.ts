import type { FastifyRequest } from 'fastify';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isApiKey, readBearer } from '#server/platform/http/bearer.ts';
import { readUserAgent } from '#server/platform/http/request-origin.ts';
import { isSameHash } from '#server/platform/keys.ts';
import type { Hashes } from '../hashes.ts';
import { seenEveryMs, sessionIdleMs } from '../policy.ts';
import { createUseRecorder } from '../use-recorder.ts';
import type { SignedIn } from '../visitor.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { KnownSession, SessionStore } from './store.ts';
import type { Tokens } from './tokens.ts';

/** Finds the session of a request. */
export interface Authentication {
  /** The live session of a request; undefined if it has none. */
  findSession(request: FastifyRequest): Promise<SignedIn | undefined>;
  /** Throws `unauthorized` if there is none. */
  requireSession(request: FastifyRequest): Promise<SignedIn>;
  /** Returns the sessions that are still live, for streams, which outlast the check at their start. */
  findLiveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

function describeRefusal(request: FastifyRequest): string {
  return isApiKey(readBearer(request))
    ? 'An API key can’t be used for this. Please sign in.'
    : 'Please sign in.';
}

export function createAuthentication(deps: {
  sessions: Pick<SessionStore, 'find' | 'touch' | 'listLive'>;
  tokens: Tokens;
  hashes: Hashes;
  sessionCookie: Pick<SessionCookie, 'get'>;
  clock: Clock;
}): Authentication {
  const { sessions, tokens, hashes, sessionCookie, clock } = deps;
  const recordUse = createUseRecorder('the use of a session could not be recorded');

  function isAlive({ expires_at, last_seen_at, locked_at }: KnownSession): boolean {
    if (locked_at !== null) return false;
    return expires_at > clock.now() && last_seen_at > clock.now() - sessionIdleMs;
  }

  /** A token issued to a browser works only with that browser's cookie. */
  function hasMatchingCookie({ cookie_hash }: KnownSession, request: FastifyRequest): boolean {
    if (cookie_hash === null) return true;
    const secret = sessionCookie.get(request);
    return secret !== undefined && hashes.allOfSecret(secret).some((hash) => isSameHash(hash, cookie_hash));
  }

  async function findSession(request: FastifyRequest): Promise<SignedIn | undefined> {
    const token = readBearer(request);
    const claims = token && (await tokens.read(token));
    if (!claims) return undefined;
    const { userId, sessionId } = claims;
    const session = await sessions.find(sessionId);
    if (session?.user_id !== userId || !isAlive(session) || !hasMatchingCookie(session, request))
      return undefined;
    if (session.last_seen_at <= clock.now() - seenEveryMs)
      await recordUse({ id: sessionId, log: request.log, write: () => sessions.touch(sessionId, userId) });
    const { email, tier, proved_email, proved_at } = session;
    return {
      id: userId,
      email,
      tier,
      verified: proved_email !== null,
      sessionId,
      token,
      userAgent: readUserAgent(request),
      provedAt: proved_at,
    };
  }

  return {
    findSession,
    async requireSession(request) {
      const session = await findSession(request);
      if (!session) throw new AppError('unauthorized', describeRefusal(request));
      return session;
    },
    findLiveSessions: async (ids) => new Set(await sessions.listLive(ids, clock.now() - sessionIdleMs)),
  };
}

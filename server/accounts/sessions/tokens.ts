import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/platform/clock.ts';

export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** Bearer tokens: JWT that name a user and a session, and nothing else. */
export interface Tokens {
  /** Instants in milliseconds. */
  sign(claims: TokenClaims, issuedAt: number, expiresAt: number): Promise<string>;
  /** Undefined: it is not one of ours, or it has expired. */
  read(token: string): Promise<TokenClaims | undefined>;
}

const algorithm = 'HS256';

/** A signature that was good stays good; to verify it is a third of what a small call costs. */
const maxRemembered = 5000;

export function createTokens(key: Buffer, clock: Clock): Tokens {
  const verified = new LRUCache<string, { claims: TokenClaims; expiresAt: number }>({ max: maxRemembered });

  return {
    sign: ({ userId, sessionId }, issuedAt, expiresAt) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setSubject(userId)
        .setIssuedAt(Math.floor(issuedAt / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key),

    async read(token) {
      const known = verified.get(token);
      if (known) return known.expiresAt > clock.now() ? known.claims : undefined;
      try {
        const { payload } = await jwtVerify(token, key, {
          // The one algorithm: what a token says of itself is not believed.
          algorithms: [algorithm],
          requiredClaims: ['sub', 'sid', 'iat', 'exp'],
          currentDate: new Date(clock.now()),
        });
        const { sub, sid, exp } = payload;
        if (typeof sub !== 'string' || typeof sid !== 'string') return undefined;
        const claims = { userId: sub, sessionId: sid };
        verified.set(token, { claims, expiresAt: exp! * 1000 });
        return claims;
      } catch {
        return undefined;
      }
    },
  };
}

import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';

export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** Bearer tokens: JWTs that name only a user and a session. */
export interface Tokens {
  sign(claims: TokenClaims, issuedAt: Instant, expiresAt: Instant): Promise<string>;
  /** Returns undefined if we did not issue it, or if it has expired. */
  read(token: string): Promise<TokenClaims | undefined>;
}

const algorithm = 'HS256';

/** How many verified tokens to cache: verifying a signature is a third of the cost of a small call. */
const maxRemembered = 5000;

/** `previousKey` belongs to a secret that is being replaced; it verifies tokens but signs none. */
export function createTokens(key: Buffer, clock: Clock, previousKey?: Buffer): Tokens {
  const verified = new LRUCache<string, { claims: TokenClaims; expiresAt: number }>({ max: maxRemembered });

  const verifyWith = (token: string, secretKey: Buffer) =>
    jwtVerify(token, secretKey, {
      // Never the algorithm that the token names.
      algorithms: [algorithm],
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: new Date(clock.now()),
    });
  const verify = (token: string) =>
    verifyWith(token, key).catch((error: unknown) => {
      if (previousKey === undefined) throw error;
      return verifyWith(token, previousKey);
    });

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
        const { payload } = await verify(token);
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

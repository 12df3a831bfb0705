import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import type { Hashes } from '../hashes.ts';
import { passkeyChallengeLifeMs } from '../policy.ts';
import type { ChallengeStore, NewChallenge } from '../sign-in/challenge-store.ts';

type Purpose = Extract<NewChallenge['purpose'], 'add_passkey' | 'passkey_sign_in'>;

/** Random bytes for a passkey to sign, and the secret kept by the browser that asked for them. */
export interface IssuedPasskeyChallenge {
  readonly secret: string;
  /** As base64url. */
  readonly challenge: string;
}

/** A challenge that was issued to the browser, and is now used up. */
export interface TakenPasskeyChallenge {
  /** The account it was issued for; null if it works for any account. */
  readonly userId: string | null;
  /** Whether these are the bytes that were to be signed. */
  matches(challenge: string): boolean;
}

/** Issues the challenges that passkeys sign, and takes each back once. */
export interface PasskeyChallengeService {
  issue(purpose: Purpose, userId: string | null): Promise<IssuedPasskeyChallenge>;
  /** Uses up the browser's challenge, whatever the outcome. Returns undefined if it has none or it has expired. */
  take(purpose: Purpose, secret: string | undefined): Promise<TakenPasskeyChallenge | undefined>;
}

export function createPasskeyChallengeService(deps: {
  db: Database;
  store: Pick<ChallengeStore, 'add' | 'take'>;
  hashes: Hashes;
  clock: Clock;
}): PasskeyChallengeService {
  const { db, store, hashes, clock } = deps;
  return {
    async issue(purpose, userId) {
      const secret = makeRandomSecret();
      const challenge = makeRandomSecret();
      const secretHash = hashes.ofSecret(secret);
      const codeHash = hashes.ofCode(secretHash, challenge);
      const expiresAt = clock.now() + passkeyChallengeLifeMs;
      const row = { purpose, email: '', audience: '', userId, secretHash, codeHash, expiresAt };
      await store.add(db, row);
      return { secret, challenge };
    },

    async take(purpose, secret) {
      if (secret === undefined) return undefined;
      const row = await store.take(hashes.allOfSecret(secret), purpose);
      if (!row) return undefined;
      return {
        userId: row.user_id,
        matches: (challenge) => hashes.isCode(row.secret_hash, challenge, row.code_hash),
      };
    },
  };
}

import type { Clock } from '#server/platform/clock.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import type { NewChallenge } from '../account-tx.ts';
import { type Hashes, isSameHash } from '../hashes.ts';
import { passkeyChallengeLifeMs } from '../policy.ts';
import type { ChallengeStore } from '../sign-in/challenge-store.ts';

type Purpose = Extract<NewChallenge['purpose'], 'add_passkey' | 'passkey_sign_in'>;

/** Random bytes that a passkey is to sign, and the secret that stays with the browser which asked for them. */
export interface IssuedPasskeyChallenge {
  readonly secret: string;
  /** As base64url. */
  readonly challenge: string;
  readonly row: NewChallenge;
}

export interface TakenPasskeyChallenge {
  /** For whose account it was issued; null: for any. */
  readonly userId: string | null;
  /** Whether those are the bytes that were to be signed. */
  isOf(challenge: string): boolean;
}

export interface PasskeyChallenges {
  issue(purpose: Purpose, userId: string | null): IssuedPasskeyChallenge;
  /** Uses up the browser's challenge, whatever comes of it. Undefined: it has none that counts. */
  take(purpose: Purpose, secret: string | undefined): Promise<TakenPasskeyChallenge | undefined>;
}

export function createPasskeyChallenges(deps: {
  store: Pick<ChallengeStore, 'take'>;
  hashes: Hashes;
  clock: Clock;
}): PasskeyChallenges {
  const { store, hashes, clock } = deps;
  return {
    issue(purpose, userId) {
      const secret = makeRandomSecret();
      const challenge = makeRandomSecret();
      const secretHash = hashes.ofSecret(secret);
      const codeHash = hashes.ofCode(secretHash, challenge);
      const expiresAt = clock.now() + passkeyChallengeLifeMs;
      return { secret, challenge, row: { purpose, email: '', userId, secretHash, codeHash, expiresAt } };
    },

    async take(purpose, secret) {
      if (secret === undefined) return undefined;
      const secretHash = hashes.ofSecret(secret);
      const row = await store.take({ secret_hash: secretHash, purpose });
      if (!row) return undefined;
      return {
        userId: row.user_id,
        isOf: (challenge) => isSameHash(hashes.ofCode(secretHash, challenge), row.code_hash),
      };
    },
  };
}

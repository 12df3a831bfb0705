import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import type { NewChallenge } from '../account-tx.ts';
import { type Hashes, isSameHash } from '../hashes.ts';
import { codeLifeMs, codeTries } from '../policy.ts';
import type { ChallengeStore, OpenChallenge } from './challenge-store.ts';
import { makeCode, normalizeCode } from './code.ts';

/** A code that is to be mailed, and the secret that stays with the browser which asked for it. */
export interface IssuedChallenge {
  readonly secret: string;
  /** As it is shown. */
  readonly code: string;
  readonly row: NewChallenge;
}

export interface GivenCode {
  readonly purpose: NewChallenge['purpose'];
  readonly email: string;
  /** As it was typed. */
  readonly code: string;
  readonly secret: string | undefined;
}

export interface Challenges {
  issue(what: Pick<NewChallenge, 'purpose' | 'email' | 'userId'>): IssuedChallenge;
  /** The challenge whose code that is, with its hash. Throws `invalid_code` for everything else. */
  check(given: GivenCode): Promise<OpenChallenge & { readonly secretHash: string }>;
}

export function createChallenges(deps: { store: ChallengeStore; hashes: Hashes; clock: Clock }): Challenges {
  const { store, hashes, clock } = deps;
  return {
    issue(what) {
      const secret = makeRandomSecret();
      const code = makeCode();
      const secretHash = hashes.ofSecret(secret);
      const codeHash = hashes.ofCode(secretHash, normalizeCode(code)!);
      return { secret, code, row: { ...what, secretHash, codeHash, expiresAt: clock.now() + codeLifeMs } };
    },

    async check({ purpose, email, code, secret }) {
      if (secret === undefined) throw invalidCode();
      const secretHash = hashes.ofSecret(secret);
      const open = await store.countTry({ secret_hash: secretHash, purpose, email }, codeTries);
      if (!open) throw invalidCode();
      const typedHash = hashes.ofCode(secretHash, normalizeCode(code) ?? '');
      if (!isSameHash(typedHash, open.code_hash)) throw invalidCode();
      return { ...open, secretHash };
    },
  };
}

/** The one answer to every code that does not work, whatever the reason. */
export function invalidCode(): AppError {
  return new AppError('invalid_code', 'That code is not valid or has expired.');
}

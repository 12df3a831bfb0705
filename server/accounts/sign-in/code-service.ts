import type { Clock } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import { type Hashes, isSameHash } from '../hashes.ts';
import { codeLifeMs, maxCodeTries } from '../policy.ts';
import type { ChallengeStore, NewChallenge, OpenChallenge } from './challenge-store.ts';
import { makeCode, normalizeCode } from './code-format.ts';

/** A code to be mailed, and the secret that stays with the browser that asked for it. */
export interface IssuedCode {
  readonly secret: string;
  /** As shown to people. */
  readonly code: string;
  readonly row: NewChallenge;
}

export interface SubmittedCode {
  readonly purpose: NewChallenge['purpose'];
  readonly email: string;
  /** As typed. */
  readonly code: string;
  readonly secret: string | undefined;
}

/** One-time codes, mailed to prove that a user owns an address. */
export interface CodeService {
  /** Makes a challenge. It is valid only after `add` has stored its row. */
  issue(what: Pick<NewChallenge, 'purpose' | 'email' | 'userId'>): IssuedCode;
  add(tx: Tx, row: NewChallenge): Promise<void>;
  /** Returns the challenge the code belongs to, with its hash. Throws `invalid_code` in every other case. */
  check(given: SubmittedCode): Promise<OpenChallenge & { readonly secretHash: string }>;
  /** Invalidates a checked challenge. Throws `invalid_code` if it has been used in the meantime. */
  use(tx: Tx, secretHash: string): Promise<void>;
}

export function createCodeService(deps: {
  store: Pick<ChallengeStore, 'add' | 'countAttempt' | 'remove'>;
  hashes: Hashes;
  clock: Clock;
}): CodeService {
  const { store, hashes, clock } = deps;
  return {
    issue(what) {
      const secret = makeRandomSecret();
      const code = makeCode();
      const secretHash = hashes.ofSecret(secret);
      const codeHash = hashes.ofCode(secretHash, normalizeCode(code)!);
      return { secret, code, row: { ...what, secretHash, codeHash, expiresAt: clock.now() + codeLifeMs } };
    },

    add: store.add,

    async check({ purpose, email, code, secret }) {
      if (secret === undefined) throw invalidCode();
      const secretHash = hashes.ofSecret(secret);
      const open = await store.countAttempt({ secret_hash: secretHash, purpose, email }, maxCodeTries);
      if (!open) throw invalidCode();
      const typedHash = hashes.ofCode(secretHash, normalizeCode(code) ?? '');
      if (!isSameHash(typedHash, open.code_hash)) throw invalidCode();
      return { ...open, secretHash };
    },

    async use(tx, secretHash) {
      if (!(await store.remove(tx, secretHash))) throw invalidCode();
    },
  };
}

/** The same answer for every code that does not work, whatever the reason. */
export function invalidCode(): AppError {
  return new AppError('invalid_code', 'That code is not valid or has expired.');
}

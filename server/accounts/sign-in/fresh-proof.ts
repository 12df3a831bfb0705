import { AppError } from '#server/platform/http/app-error.ts';
import { freshProofMs } from '../policy.ts';
import type { SignedIn } from '../visitor.ts';

/** Throws `verification_required` where nobody has proved the account's address. */
export function requireProved({ verified }: SignedIn): void {
  if (!verified) throw new AppError('verification_required', 'Please prove your e-mail address first.');
}

/** Throws `verification_required` where nobody proved within the last ten minutes that the account is theirs. */
export function requireFreshProof(session: SignedIn, now: number): void {
  requireProved(session);
  // Either way: a proof from before the clock was set back is not fresh until the clock catches up.
  if (session.provedAt !== null && Math.abs(now - session.provedAt) < freshProofMs) return;
  throw new AppError(
    'verification_required',
    'Please prove once more that it is you: sign in with a new code.',
  );
}

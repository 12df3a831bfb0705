import type { Instant } from '#contract/units.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { freshProofMs } from '../policy.ts';
import type { SignedIn } from '../visitor.ts';

/** Throws `verification_required` where the account's address is not verified. */
export function requireVerified({ verified }: SignedIn): void {
  if (!verified) throw new AppError('verification_required', 'Please verify your e-mail address first.');
}

/** Throws `verification_required` unless the user proved within the last ten minutes that the account is theirs. */
export function requireFreshProof(session: SignedIn, now: Instant): void {
  requireVerified(session);
  // In either direction: where the clock was set back, a proof from before must not stay fresh until it catches up.
  if (session.provedAt !== null && Math.abs(now - session.provedAt) < freshProofMs) return;
  throw new AppError('verification_required', "Please confirm that it's you: sign in with a new code.");
}

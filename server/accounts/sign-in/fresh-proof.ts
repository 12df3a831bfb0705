import type { Instant } from '#contract/units.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { SessionUser } from '#server/platform/http/request-user.ts';
import { freshProofMs } from '../policy.ts';

/** Throws `verification_required` where the account's address is not verified. */
export function requireVerified({ verified }: Pick<SessionUser, 'verified'>): void {
  if (!verified) throw new AppError('verification_required', 'Please verify your e-mail address first.');
}

/** Throws `verification_required` unless the user proved within the last ten minutes that the account is theirs. */
export function requireFreshProof(session: Pick<SessionUser, 'verified' | 'provedAt'>, now: Instant): void {
  requireVerified(session);
  // In either direction: where the clock was set back, a proof from before must not stay fresh until it catches up.
  if (session.provedAt !== null && Math.abs(now - session.provedAt) < freshProofMs) return;
  throw new AppError('verification_required', "Please confirm that it's you: sign in with a new code.");
}

import type { Instant } from '#contract/units.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { SessionUser } from '#server/platform/http/request-user.ts';
import { freshProofMs } from '../policy.ts';

/** Throws `verification_required` if the account's address is not verified. */
export function requireVerified({ verified }: Pick<SessionUser, 'verified'>): void {
  if (!verified) throw new AppError('verification_required', 'Please verify your email address first.');
}

/** Throws `verification_required` unless the user proved ownership of the account within the last ten minutes. */
export function requireFreshProof(session: Pick<SessionUser, 'verified' | 'provedAt'>, now: Instant): void {
  requireVerified(session);
  // Compared in both directions: if the clock was set back, an older proof must not stay fresh until it catches up.
  if (session.provedAt !== null && Math.abs(now - session.provedAt) < freshProofMs) return;
  throw new AppError('verification_required', "Please confirm that it's you: sign in with a new code.");
}

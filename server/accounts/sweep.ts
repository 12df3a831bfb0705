import type { Logger } from 'pino';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { browserNameLifeMs, sessionIdleMs, unverifiedLifeMs } from './policy.ts';
import type { SessionStore } from './sessions/store.ts';
import type { ChallengeStore } from './sign-in/challenge-store.ts';
import type { CodeStore } from './sign-in/code-store.ts';
import type { UserStore } from './user-store.ts';

export interface SweepDeps {
  readonly users: Pick<UserStore, 'removeUnverified' | 'removeBrowsers'>;
  readonly sessions: Pick<SessionStore, 'removeExpired'>;
  readonly challenges: Pick<ChallengeStore, 'removeExpired'>;
  readonly codes: Pick<CodeStore, 'removeExpired'>;
  readonly removeExpiredRateLimits: () => Promise<void>;
  readonly outbox: Pick<Outbox, 'removeExpired'>;
  /** How long e-mails are kept after they expire, for people who read the local inbox. */
  readonly mailGraceMs: Milliseconds;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info'>;
}

export const sweepEveryMs = 60 * 60_000;

/** Removes expired data: unused unverified accounts, sessions, codes, rate limits and e-mails. */
export function createSweep(deps: SweepDeps): () => Promise<void> {
  const { users, sessions, challenges, codes, removeExpiredRateLimits, outbox, mailGraceMs, clock, logger } =
    deps;
  return async () => {
    const now = clock.now();
    const removed = await users.removeUnverified(now - unverifiedLifeMs);
    if (removed > 0) logger.info({ removed }, 'unused unverified accounts were removed');
    await users.removeBrowsers(now - browserNameLifeMs);
    await sessions.removeExpired(now - sessionIdleMs);
    await challenges.removeExpired();
    await codes.removeExpired();
    await removeExpiredRateLimits();
    await outbox.removeExpired(mailGraceMs);
  };
}

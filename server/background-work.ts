import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createSessionStore } from '#server/accounts/sessions/store.ts';
import { createChallengeStore } from '#server/accounts/sign-in/challenge-store.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createDatabaseLease } from '#server/platform/jobs/lease.ts';
import { createOutbox } from '#server/platform/jobs/outbox.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import { removeExpiredRates } from '#server/platform/limits/database-rate-limiter.ts';
import { createMailDelivery } from '#server/platform/mail/mail-delivery.ts';
import { createSmtpTransport } from '#server/platform/mail/mail-transport.ts';
import { createSweep, sweepEveryMs } from './accounts/sweep.ts';
import { createUserStore } from './accounts/user-store.ts';
import { sweepEveryMs as contactSweepEveryMs, keptMs } from './contact/policy.ts';
import { createContactStore } from './contact/store.ts';
import { createBillingCare } from './create-billing.ts';
import type { Clock } from './platform/clock.ts';

export interface BackgroundWork {
  start(): void;
  stop(): Promise<void>;
}

const week = 7 * 24 * 60 * 60_000;

/** What goes on without anybody asking: sending mails, and ending what is over. */
export function createBackgroundWork(deps: {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
}): BackgroundWork {
  const { config, database, clock, logger } = deps;
  const { smtpUrl, from } = config.mail;
  const outbox = createOutbox(database, clock);
  const common = { lease: createDatabaseLease(database), holder: randomUUID(), clock, logger };
  const contact = createContactStore(database, outbox);
  const contactSweep = createPeriodicJob({
    ...common,
    name: 'contact-sweep',
    everyMs: contactSweepEveryMs,
    run: () => contact.removeOld(clock.now() - keptMs),
  });
  const sweep = createPeriodicJob({
    ...common,
    name: 'accounts-sweep',
    everyMs: sweepEveryMs,
    run: createSweep({
      users: createUserStore(database),
      sessions: createSessionStore(database, clock),
      challenges: createChallengeStore(database, clock),
      removeExpiredRates: () => removeExpiredRates(database, clock),
      outbox,
      mailGraceMs: smtpUrl === undefined ? week : 0,
      clock,
      logger,
    }),
  });
  const delivery =
    smtpUrl === undefined
      ? undefined
      : createMailDelivery({ outbox, transport: createSmtpTransport({ smtpUrl, from }), clock, logger });
  const billing = createBillingCare(deps);
  return {
    start() {
      sweep.start();
      billing?.start();
      contactSweep.start();
      delivery?.start();
    },
    async stop() {
      await Promise.all([sweep.stop(), contactSweep.stop(), billing?.stop(), delivery?.stop()]);
    },
  };
}

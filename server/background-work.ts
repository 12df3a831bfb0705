import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createChallengeStore } from './accounts/challenge-store.ts';
import { createSessionStore } from './accounts/session-store.ts';
import { createSweep, sweepEveryMs } from './accounts/sweep.ts';
import { createUserStore } from './accounts/user-store.ts';
import type { Config } from './config.ts';
import { sweepEveryMs as contactSweepEveryMs, keptMs } from './contact/policy.ts';
import { createContactStore } from './contact/store.ts';
import { createBillingCare } from './create-billing.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { createDatabaseLease } from './platform/lease.ts';
import { createMailDelivery } from './platform/mail-delivery.ts';
import { createSmtpTransport } from './platform/mail-transport.ts';
import { createOutbox } from './platform/outbox.ts';
import { createPeriodicJob } from './platform/periodic-job.ts';
import { removeExpiredRates } from './platform/rate-limit.ts';

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

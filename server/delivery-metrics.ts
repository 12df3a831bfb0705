import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#server/platform/database/database.ts';
import { createOutbox } from '#server/platform/jobs/outbox.ts';
import { createPushQueue } from './alerts/push/queue-store.ts';
import type { Clock } from './platform/clock.ts';

/**
 * Counts what waits to be sent. `isMailed`: there is a mail server; without one, mails are where they belong as soon as
 * they are written.
 */
export function registerDeliveryMetrics(deps: {
  registry: Registry;
  database: Database;
  clock: Clock;
  isMailed: boolean;
}): void {
  const { registry, database, clock, isMailed } = deps;
  const queues = {
    ...(isMailed && { email: createOutbox(database, clock) }),
    push: createPushQueue(database, clock),
  };
  new Gauge({
    name: 'deliveries_pending',
    help: 'Messages that are written and not sent yet, whichever process will, by channel; email counts codes for signing in too.',
    labelNames: ['channel'],
    registers: [registry],
    async collect() {
      for (const [channel, queue] of Object.entries(queues)) {
        const waiting = await queue.countWaiting().catch(() => null);
        if (waiting === null) this.remove({ channel });
        else this.set({ channel }, waiting);
      }
    },
  });
}

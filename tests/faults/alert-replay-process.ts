import { createAlertMetrics } from '#server/alerts/evaluation/metrics.ts';
import { createFiringStore } from '../../server/alerts/delivery/firing-store.ts';
import type { NotificationService } from '../../server/alerts/delivery/notification-service.ts';
import { createAlertEvaluator } from '../../server/alerts/evaluation/evaluator.ts';
import { createEvaluationService } from '../../server/alerts/evaluation/service.ts';
import { createEvaluationStore } from '../../server/alerts/evaluation/store.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { createDatabaseLease, releaseAllLeases } from '../../server/platform/jobs/lease.ts';
import { createOutbox } from '../../server/platform/jobs/outbox.ts';
import { nameProcess } from '../../server/platform/jobs/process-name.ts';
import { createMailDelivery } from '../../server/platform/mail/mail-delivery.ts';
import { createSmtpTransport } from '../../server/platform/mail/mail-transport.ts';
import { FakeMarket } from '../support/market/fake-market.ts';
import { createReplay, timeOfTick } from './alert-replay.ts';

/*
 * A process that evaluates alerts on the market of `alert-replay.ts`, and e-mails their firings. It executes commands
 * that it gets as messages, in sequence, and answers each. It can be killed at any moment.
 */

/** First `begin`, then any number of `show`, each for one tick. `drain` sends all remaining e-mails. */
export type Command =
  | {
      readonly kind: 'begin';
      readonly dataDir: string;
      readonly databaseUrl?: string | undefined;
      readonly smtpUrl: string;
      /** The last tick shown. */
      readonly tick: number;
    }
  | { readonly kind: 'show'; readonly tick: number }
  | { readonly kind: 'drain' };

const logger = {
  info: () => undefined,
  warn: (fields: object, text: string) => {
    const { err } = fields as { err?: Error };
    if (!text.startsWith('some e-mails could not be sent')) console.error(text, err ?? fields);
  },
} as never;
const month = 30 * 24 * 3_600_000;

async function begin({ dataDir, databaseUrl, smtpUrl, tick: first }: Extract<Command, { kind: 'begin' }>) {
  const db = await openDatabase({ dataDir, databaseUrl, logger });
  let now = timeOfTick(first);
  let ahead = 0;
  const market = new FakeMarket(null);
  const outbox = createOutbox(db, { now: () => Date.now() + ahead });
  const notifications: NotificationService = {
    async notify(tx, firings) {
      for (const { alert_id, arming, note, user_id: userId } of firings) {
        if (note === null) continue;
        const text = `${alert_id} ${arming};`;
        await outbox.add(tx, { to: 'ada@example.com', subject: 'It fired', text, userId, lifeMs: month });
      }
    },
  };
  // All previous processes were killed.
  await releaseAllLeases(db);
  const evaluations = createEvaluationStore(db);
  const evaluator = createAlertEvaluator({
    market,
    loadStoredSnapshot: async () => null,
    ratesOf: () => new Map(),
    evaluations,
    service: createEvaluationService({
      database: db,
      evaluations,
      firings: createFiringStore(db),
      notifications,
    }),
    onRecorded: () => undefined,
    lease: createDatabaseLease(db),
    metrics: createAlertMetrics(undefined, async () => null),
    holder: nameProcess(),
    clock: { now: () => now },
    logger,
  });
  const transport = createSmtpTransport({ smtpUrl, from: 'Altimeter <no-reply@example.com>' });
  const delivery = createMailDelivery({ outbox, transport, clock: systemClock, logger });
  const replay = createReplay();
  delivery.start();
  return {
    async show(tick: number) {
      now = timeOfTick(tick);
      market.publish(replay.show(tick));
      await evaluator.evaluateNow();
    },
    start: () => evaluator.start(),
    async drain() {
      while ((await outbox.listNewest(1)).length > 0) {
        ahead += 20 * 60_000;
        await delivery.deliverDue();
      }
    },
  };
}

let work: Awaited<ReturnType<typeof begin>> | undefined;
let last = Promise.resolve();

async function execute(command: Command): Promise<void> {
  if (command.kind === 'begin') {
    work = await begin(command);
    await work.start();
  } else if (command.kind === 'show') await work!.show(command.tick);
  else await work!.drain();
  process.send!(command.kind);
}

process.on('message', (command: Command) => {
  last = last.then(() => execute(command));
});
// The parent process is gone.
process.on('disconnect', () => process.exit(0));

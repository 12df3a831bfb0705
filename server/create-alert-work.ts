import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createFiringFeed } from '#server/alerts/delivery/firing-feed.ts';
import { createFiringFeedStore } from '#server/alerts/delivery/firing-feed-store.ts';
import { createFiringStore } from '#server/alerts/delivery/firing-store.ts';
import { createNotificationService } from '#server/alerts/delivery/notification-service.ts';
import { createPauseLinks } from '#server/alerts/delivery/pause-links.ts';
import { createAlertEvaluator } from '#server/alerts/evaluation/evaluator.ts';
import { createAlertMetrics } from '#server/alerts/evaluation/metrics.ts';
import { createEvaluationService } from '#server/alerts/evaluation/service.ts';
import { createEvaluationStore, type EvaluationStore } from '#server/alerts/evaluation/store.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createDatabaseLease } from '#server/platform/jobs/lease.ts';
import { createOutbox } from '#server/platform/jobs/outbox.ts';
import { hasEnded, nameProcess } from '#server/platform/jobs/process-name.ts';
import type { PersonalEvents } from '#server/platform/streams/personal-events.ts';
import { sessionIdleMs } from './accounts/policy.ts';
import { createPushDelivery } from './alerts/push/delivery.ts';
import { derivePushKeys } from './alerts/push/keys.ts';
import { createPushQueue } from './alerts/push/queue-store.ts';
import { createPushSender, type PushSender } from './alerts/push/sender.ts';
import type { MarketService } from './market/service.ts';
import { createMarketStore } from './market/store.ts';
import type { Clock } from './platform/clock.ts';

export interface AlertWorkDeps {
  readonly config: Pick<Config, 'mail'>;
  readonly database: Database;
  readonly market: MarketService;
  /** What the keys of this installation come from. */
  readonly secret: string;
  /** The origin of links. */
  readonly publicUrl: () => string;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly registry?: Registry;
}

export interface AlertWork {
  /** What fires, for users' streams. */
  readonly events: PersonalEvents;
  /** To be awaited before anybody listens to `events`. */
  startTelling(): Promise<void>;
  /**
   * Evaluates alerts, where no other process does, and sends push messages. To be awaited before the market starts: no
   * quote is missed from then on.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What alerts do without anybody asking. `pushSender` stands in for the network. */
export function createAlertWork(deps: AlertWorkDeps, pushSender?: PushSender): AlertWork {
  const { database, market, clock, logger } = deps;
  const evaluations = createEvaluationStore(database);
  const feed = createFiringFeed({ store: createFiringFeedStore(database), logger });
  const evaluator = createAlertEvaluator({
    market,
    loadKeptSnapshot: createMarketStore(database, logger).loadSnapshot,
    evaluations,
    service: createEvaluationService({
      database,
      evaluations,
      firings: createFiringStore(database),
      notifications: createNotifications(deps),
    }),
    onRecorded: feed.nudge,
    lease: createDatabaseLease(database),
    holder: nameProcess(),
    hasEnded,
    metrics: createAlertMetrics(deps.registry, () => readLag(market, evaluations)),
    clock,
    logger,
  });
  const pushes = createPushDelivery({
    queue: createPushQueue(database, clock),
    sender: pushSender ?? createSender(deps),
    clock,
    logger,
  });
  let started = Promise.resolve();
  return {
    events: feed,
    startTelling: feed.start,
    start() {
      pushes.start();
      started = evaluator.start();
      return started;
    },
    async stop() {
      await started;
      await Promise.all([evaluator.stop(), pushes.stop()]);
      await feed.stop();
    },
  };
}

async function readLag(
  market: MarketService,
  evaluations: Pick<EvaluationStore, 'getAsOf'>,
): Promise<number | null> {
  const newest = market.snapshot();
  const evaluatedAt = newest && (await evaluations.getAsOf(newest.source));
  return evaluatedAt ? Math.max(0, newest.asOf - evaluatedAt) : null;
}

function createNotifications({ database, clock, secret, publicUrl }: AlertWorkDeps) {
  return createNotificationService({
    outbox: createOutbox(database, clock),
    pauseLinks: createPauseLinks(secret),
    publicUrl,
    clock,
    sessionIdleMs,
  });
}

function createSender({ config, secret }: AlertWorkDeps): PushSender {
  const { from } = config.mail;
  const address = /<([^>]+)>$/.exec(from)?.[1] ?? from;
  return createPushSender({ keys: derivePushKeys(secret), contact: `mailto:${address}` });
}

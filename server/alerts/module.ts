import type { CoinId } from '#contract/units.ts';
import type { Config } from '#server/config/config.ts';
import type { CurrencyHistory } from '#server/market/currencies/service.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { FindCoin, MarketService } from '#server/market/service.ts';
import type { DeliveryLoop } from '#server/platform/jobs/delivery-loop.ts';
import type { PendingQueue } from '#server/platform/jobs/delivery-metrics.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import type { Job, Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import type { PersonalEvents } from '#server/platform/streams/personal-events.ts';
import { registerBacktestRoutes } from './backtest/routes.ts';
import { createBacktestService } from './backtest/service.ts';
import { listFreshRates } from './currency/quote-rates.ts';
import { createFiringFeed, type FiringFeed } from './delivery/firing-feed.ts';
import { createFiringFeedStore } from './delivery/firing-feed-store.ts';
import { createFiringStore, type FiringStore } from './delivery/firing-store.ts';
import { createNotificationService } from './delivery/notification-service.ts';
import { createPauseLinks, type PauseLinks } from './delivery/pause-links.ts';
import { registerDeliveryRoutes } from './delivery/routes.ts';
import { createDeliveryService } from './delivery/service.ts';
import { createSettingsStore } from './delivery/settings-store.ts';
import { armingOf } from './evaluation/arming.ts';
import {
  type AlertEvaluator,
  type AlertEvaluatorDeps,
  createAlertEvaluator,
  evaluationLease,
} from './evaluation/evaluator.ts';
import { createAlertMetrics } from './evaluation/metrics.ts';
import { createEvaluationService } from './evaluation/service.ts';
import { createEvaluationStore, type EvaluationStore } from './evaluation/store.ts';
import { createPortableAlerts } from './portable/alerts-service.ts';
import { maxPortableFirings } from './portable/check-firings.ts';
import { createPortableHistory } from './portable/history-service.ts';
import { createPortableSettings } from './portable/settings-service.ts';
import { createPushDelivery } from './push/delivery.ts';
import { createEndpointHealthStore } from './push/endpoint-health-store.ts';
import { normalizeEndpoints } from './push/endpoint-normalization-store.ts';
import { derivePushKeys } from './push/keys.ts';
import { createPushQueue } from './push/queue-store.ts';
import { createPushSender, type PushSender } from './push/sender.ts';
import { createSubscriptionStore } from './push/subscription-store.ts';
import { removeOldAlerts } from './retention-store.ts';
import { registerAlertRoutes } from './routes.ts';
import { createAlertService } from './service.ts';
import { createAlertStore } from './store.ts';

export interface AlertsDeps
  extends Pick<
    SharedParts,
    | 'database'
    | 'outbox'
    | 'wakeUps'
    | 'lease'
    | 'holder'
    | 'clock'
    | 'logger'
    | 'registry'
    | 'secret'
    | 'previousSecret'
    | 'publicUrl'
  > {
  readonly config: Pick<Config, 'mail' | 'site'>;
  readonly market: MarketService;
  readonly rates: RateService;
  readonly currencyHistory: CurrencyHistory;
  readonly findCoin: FindCoin;
  readonly loadSnapshot: AlertEvaluatorDeps['loadStoredSnapshot'];
  /** How long a session can go unused before it ends. */
  readonly sessionIdleMs: number;
  /** Overrides the network client, for tests. */
  readonly pushSender?: PushSender;
}

export interface AlertsModule extends Module {
  /** Every coin with at least one alert. */
  readonly listCoinIds: () => Promise<readonly CoinId[]>;
  /** Triggered alerts, for users' personal streams. */
  readonly events: PersonalEvents;
  readonly queues: Readonly<Record<string, PendingQueue>>;
  readonly jobs: readonly [Job, ...Job[]];
}

const retentionEveryMs = 60 * 60_000;
const normalizeEveryMs = 24 * 60 * 60_000;

/** Alerts as users manage them, with background evaluation and delivery. */
export function createAlertsModule(deps: AlertsDeps): AlertsModule {
  const { database, clock, logger, secret, previousSecret } = deps;
  const firings = createFiringStore(database);
  const settings = createSettingsStore(database);
  const subscriptions = createSubscriptionStore(database);
  const pauseLinks = createPauseLinks(secret, previousSecret);
  // Browsers subscribed with this public key, so it stays until the secret's rotation is complete.
  const pushKeys = derivePushKeys(previousSecret ?? secret);
  const queue = createPushQueue(database, clock);
  const feed = createFiringFeed({ store: createFiringFeedStore(database), logger, wakeUps: deps.wakeUps });
  const alerts = createAlerts(deps, pauseLinks);
  const backtests = createBacktestService(deps);
  const delivery = createDeliveryService({ database, firings, settings, subscriptions, pushKeys, clock });
  const pushes = createPushDelivery({
    queue,
    health: createEndpointHealthStore(database, clock),
    sender: deps.pushSender ?? createPushSender({ keys: pushKeys, contact: contactOf(deps.config.mail) }),
    clock,
    logger,
    wakeUps: deps.wakeUps,
  });
  return {
    listCoinIds: createAlertStore(database).listCoinIds,
    events: feed,
    queues: { push: queue },
    jobs: [
      createAlertJob(createEvaluator(deps, { pauseLinks, firings, onRecorded: feed.nudge }), pushes, feed),
      createPeriodicJob({
        ...deps,
        name: 'alert-retention',
        everyMs: retentionEveryMs,
        run: () => removeOldAlerts(database, clock.now(), maxPortableFirings),
      }),
      createPeriodicJob({
        ...deps,
        name: 'push-endpoints',
        everyMs: normalizeEveryMs,
        run: () => normalizeEndpoints(database),
      }),
    ],
    onSessionReplaced: [subscriptions.moveToSession],
    mergeObstacles: [alerts.findMergeObstacle],
    // All histories first, because moving alerts blocks everybody's alerts until the commit.
    mergers: [alerts.mergeHistory, alerts.mergeAlerts],
    portable: {
      alerts: createPortableAlerts(database, (terms) => armingOf(deps, terms, clock.now())),
      // Listed after the alerts, which it refers to.
      alertHistory: createPortableHistory(database),
      alertSettings: createPortableSettings(database),
    },
    exporters: {
      alerts: alerts.listAlerts,
      alertHistory: async (userId) => firings.listAll(userId),
      alertSettings: settings.getSettings,
    },
    registerRoutes(app, { gate, sessionGate }) {
      registerAlertRoutes(app, { alerts, gate, publicUrl: deps.publicUrl });
      registerBacktestRoutes(app, { backtests, gate });
      registerDeliveryRoutes(app, { delivery, gate, sessionGate });
    },
  };
}

function createAlerts({ database, market, rates, findCoin, clock }: AlertsDeps, pauseLinks: PauseLinks) {
  return createAlertService({
    database,
    store: createAlertStore(database),
    findCoin,
    isQuoted: (coinId) => market.snapshot()?.coins.some(({ id }) => id === coinId),
    rates,
    arm: (terms) => armingOf({ market, rates }, terms, clock.now()),
    pauseLinks,
    clock,
  });
}

function createEvaluator(
  deps: AlertsDeps,
  {
    pauseLinks,
    firings,
    onRecorded,
  }: { pauseLinks: PauseLinks; firings: FiringStore; onRecorded: () => void },
): AlertEvaluator {
  const { database, market } = deps;
  const evaluations = createEvaluationStore(database);
  return createAlertEvaluator({
    ...deps,
    loadStoredSnapshot: deps.loadSnapshot,
    ratesOf: (snapshot) => listFreshRates(deps.rates.getTable(), snapshot),
    evaluations,
    service: createEvaluationService({
      database,
      evaluations,
      firings,
      notifications: createNotificationService({ ...deps, siteName: deps.config.site.name, pauseLinks }),
      wakeUps: deps.wakeUps,
      mayWrite: (tx) => deps.lease.confirm(tx, evaluationLease, deps.holder),
    }),
    onRecorded,
    metrics: createAlertMetrics(deps.registry, () => readLag(market, evaluations)),
  });
}

/**
 * The feed starts before anyone subscribes to it. The rest must start before the market does, so that no quote is
 * missed.
 */
function createAlertJob(evaluator: AlertEvaluator, pushes: DeliveryLoop, feed: FiringFeed): Job {
  let started = Promise.resolve();
  return {
    prepare: feed.start,
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

/** How far (ms) the evaluation lags behind the newest quotes. */
async function readLag(
  market: MarketService,
  evaluations: Pick<EvaluationStore, 'getAsOf'>,
): Promise<number | null> {
  const newest = market.snapshot();
  const evaluatedAt = newest && (await evaluations.getAsOf(newest.source));
  return evaluatedAt ? Math.max(0, newest.asOf - evaluatedAt) : null;
}

/** The sender's address, given to push services. */
function contactOf({ from }: Config['mail']): string {
  return `mailto:${/<([^<>]+)>$/.exec(from)?.[1] ?? from}`;
}

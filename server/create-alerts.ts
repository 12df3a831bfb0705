import type { FastifyInstance } from 'fastify';
import { registerBacktestRoutes } from '#server/alerts/backtest/routes.ts';
import { createBacktestService } from '#server/alerts/backtest/service.ts';
import { createFiringStore } from '#server/alerts/delivery/firing-store.ts';
import { createPauseLinks } from '#server/alerts/delivery/pause-links.ts';
import { registerDeliveryRoutes } from '#server/alerts/delivery/routes.ts';
import { createDeliveryService } from '#server/alerts/delivery/service.ts';
import { createSettingsStore } from '#server/alerts/delivery/settings-store.ts';
import { armingOf } from '#server/alerts/evaluation/arming.ts';
import { createFindCoin } from '#server/market/coins/find-coin.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { SessionUser } from '#server/platform/http/request-user.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { derivePushKeys } from './alerts/push/keys.ts';
import { createSubscriptionStore } from './alerts/push/subscription-store.ts';
import { registerAlertRoutes } from './alerts/routes.ts';
import { createAlertService } from './alerts/service.ts';
import { createAlertStore } from './alerts/store.ts';
import type { MarketService } from './market/service.ts';
import type { Clock } from './platform/clock.ts';

export interface AlertsDeps {
  readonly database: Database;
  readonly market: MarketService;
  readonly clock: Clock;
  /** What keys come from. */
  readonly secret: string;
  readonly publicUrl: () => string;
}

/** Alerts as users handle them, composed over the database. */
export function createAlerts({ database, market, clock, secret, publicUrl }: AlertsDeps) {
  const findCoin = createFindCoin(market);
  const firings = createFiringStore(database);
  const settings = createSettingsStore(database);
  const alerts = createAlertService({
    database,
    store: createAlertStore(database),
    findCoin,
    isQuoted: (coinId) => market.snapshot()?.coins.some(({ id }) => id === coinId),
    arm: (coinId) => armingOf(market, coinId, clock.now()),
    pauseLinks: createPauseLinks(secret),
    clock,
  });
  const delivery = createDeliveryService({
    database,
    firings,
    settings,
    subscriptions: createSubscriptionStore(database),
    pushKeys: derivePushKeys(secret),
    clock,
  });
  const backtests = createBacktestService({ market, findCoin });
  return {
    /** Move all of one user's into another's. */
    mergers: [alerts.mergeAlerts],
    /** All that is kept of a user, by the name it has in an export. */
    exporters: {
      alerts: alerts.listAlerts,
      alertHistory: firings.listAll,
      alertSettings: settings.getSettings,
    },
    registerRoutes(app: FastifyInstance, gate: UserGate, sessionGate: UserGate<SessionUser>): void {
      registerAlertRoutes(app, { alerts, gate, publicUrl });
      registerBacktestRoutes(app, { backtests, gate });
      registerDeliveryRoutes(app, { delivery, gate, sessionGate });
    },
  };
}

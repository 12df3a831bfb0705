import type { FastifyInstance } from 'fastify';
import { createRehearsalService } from '#server/alerts/backtest/service.ts';
import { createFiringStore } from '#server/alerts/delivery/firing-store.ts';
import { createPauseLinks } from '#server/alerts/delivery/pause-links.ts';
import { registerTellingRoutes } from '#server/alerts/delivery/routes.ts';
import { createTellingService } from '#server/alerts/delivery/service.ts';
import { createSettingsStore } from '#server/alerts/delivery/settings-store.ts';
import { armingOf } from '#server/alerts/evaluation/arming.ts';
import { createFindCoin } from '#server/market/coins/find-coin.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { SessionUser } from '#server/platform/http/request-user.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { mergeAlerts } from './alerts/merge-store.ts';
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
    store: createAlertStore(database),
    findCoin,
    isQuoted: (coinId) => market.snapshot()?.coins.some(({ id }) => id === coinId),
    arm: (coinId) => armingOf(market, coinId, clock.now()),
    pauseLinks: createPauseLinks(secret),
    clock,
  });
  const telling = createTellingService({
    firings,
    settings,
    subscriptions: createSubscriptionStore(database),
    pushKeys: derivePushKeys(secret),
    clock,
  });
  const rehearsals = createRehearsalService({ market, findCoin });
  return {
    /** Move all of one user's into another's. */
    mergers: [mergeAlerts],
    /** All that is kept of a user, by the name it has in an export. */
    exporters: {
      alerts: alerts.listAlerts,
      alertHistory: firings.listAll,
      alertSettings: settings.getSettings,
    },
    registerRoutes(app: FastifyInstance, gate: UserGate, sessionGate: UserGate<SessionUser>): void {
      registerAlertRoutes(app, { alerts, rehearsals, gate, publicUrl });
      registerTellingRoutes(app, { telling, gate, sessionGate });
    },
  };
}

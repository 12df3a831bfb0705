import { randomUUID } from 'node:crypto';
import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import type { AddAlert, Alert, PausedAlert, UpdateAlert } from '#contract/alerts/alerts.ts';
import { unknownCurrency } from '#contract/currencies/currency.ts';
import { accountMaximums, type Tier } from '#contract/plans.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import { canAdd, getLimit, limitReached } from '#server/billing/service.ts';
import type { RateService, RateTable } from '#server/market/rates/service.ts';
import type { CoinName, FindCoin } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { AppError, invalidField } from '#server/platform/http/app-error.ts';
import { describeMergeLimit } from '#server/platform/merge-limit.ts';
import { planChange } from './alert-change.ts';
import { lacksRate } from './currency/quote-rates.ts';
import type { PauseLinks } from './delivery/pause-links.ts';
import type { Arming } from './evaluation/arming.ts';
import { findCooldownEnd } from './evaluation/cooldown.ts';
import { takeRevisions } from './revision-store.ts';
import type { AlertPlace, AlertRow, AlertStore } from './store.ts';

/** Alerts, newest first; `next` is the cursor of the next page. */
export interface AlertsPage {
  readonly alerts: readonly Alert[];
  readonly next: string | undefined;
}

/**
 * A user's alerts. Its methods throw `not_found`, `invalid_request`, `limit_reached` at the plan's limit, `conflict` at the
 * maximum of any account, and `market_unavailable`.
 */
export interface AlertService {
  /** All alerts, in creation order. */
  listAlerts(userId: string): Promise<Alert[]>;
  listPage(userId: string, page: { count: number; cursor: string | undefined }): Promise<AlertsPage>;
  /** Takes symbol and name from the market, and arms the alert at the current quote. */
  addAlert(userId: string, request: AddAlert): Promise<Alert>;
  updateAlert(userId: string, id: string, request: UpdateAlert): Promise<Alert>;
  removeAlert(userId: string, id: string): Promise<void>;
  /** Pauses through the link in an e-mail, signed in or not. Leaves an inactive alert unchanged. */
  pauseAlert(token: string): Promise<PausedAlert>;
  /** Returns, as sentences, why the alerts of users don't fit into another account and what to do; undefined if they do. */
  findMergeObstacle(tx: Tx, fromUserIds: readonly string[], toUserId: string): Promise<string | undefined>;
  /**
   * Moves one user's history to another, which may take long. Call it before `mergeAlerts`, which blocks everybody's
   * alerts.
   */
  mergeHistory(tx: Tx, fromUserId: string, toUserId: string): Promise<void>;
  /**
   * Moves one user's alerts to another, armed as they are, and firings since `mergeHistory`. Active alerts beyond the limit
   * of the other's plan arrive paused. Settings stay.
   */
  mergeAlerts(tx: Tx, fromUserId: string, toUserId: string): Promise<void>;
}

export interface AlertServiceDeps {
  readonly database: Database;
  readonly store: AlertStore;
  readonly findCoin: FindCoin;
  /** Whether the market lists the coin, so that it can be watched; undefined if there is no list yet. */
  readonly isQuoted: (coinId: CoinId) => boolean | undefined;
  /** The coin's current market state, which an alert is armed with. */
  readonly arm: (terms: { readonly coinId: CoinId; readonly currency: string }) => Arming;
  readonly rates: Pick<RateService, 'isCurrency' | 'getTable'>;
  readonly pauseLinks: PauseLinks;
  readonly clock: Clock;
}

/** `full`: the tier allows no more. `over`: no account may have more. `gone`: the user no longer exists. */
type AddOutcome =
  | { readonly outcome: 'added'; readonly row: AlertRow }
  | { readonly outcome: 'full'; readonly tier: Tier }
  | { readonly outcome: 'over' }
  | { readonly outcome: 'gone' };

type UpdateOutcome =
  | { readonly outcome: 'updated'; readonly row: AlertRow }
  | { readonly outcome: 'invalid'; readonly message: string }
  | { readonly outcome: 'full'; readonly tier: Tier }
  | { readonly outcome: 'missing' };

export function createAlertService(deps: AlertServiceDeps): AlertService {
  const { database, store, pauseLinks, clock, rates } = deps;
  const show = (row: AlertRow) => toAlert(row, clock.now(), rates.getTable());
  return {
    listAlerts: async (userId) => (await store.list(userId)).map(show),

    async listPage(userId, { count, cursor }) {
      const rows = await store.listPage(userId, { before: readCursor(cursor), count: count + 1 });
      const page = rows.slice(0, count);
      const next = rows.length > count ? toCursor(page.at(-1)!) : undefined;
      return { alerts: page.map(show), next };
    },

    async addAlert(userId, request) {
      refuseUnknownCurrency(deps, request.currency);
      const coin = await findQuotedCoin(deps, request.coinId);
      const row = { ...toRow(deps, coin, request), user_id: userId };
      const answer = await transact(database, (tx) => addWithinLimit(tx, deps, row));
      if (answer.outcome === 'gone') throw new AppError('unauthorized', 'This account no longer exists.');
      if (answer.outcome === 'full') throw limitReached(answer.tier, 'alerts');
      if (answer.outcome === 'over') throw tooManyAlerts();
      return show(answer.row);
    },

    async updateAlert(userId, id, request) {
      refuseUnknownCurrency(deps, request.currency);
      const answer = await transact(database, (tx) => updateWithinLimit(tx, deps, { userId, id, request }));
      if (answer.outcome === 'missing') throw noAlert();
      if (answer.outcome === 'full') throw limitReached(answer.tier, 'alerts');
      if (answer.outcome === 'invalid') throw invalidField('threshold', answer.message);
      return show(answer.row);
    },

    async removeAlert(userId, id) {
      if (!(await store.remove(userId, id))) throw noAlert();
    },

    async pauseAlert(token) {
      const id = pauseLinks.read(token);
      if (id === undefined) throw new AppError('invalid_request', 'This link is not valid.');
      const paused = await store.pause(id);
      if (!paused) throw noAlert();
      return { ...paused.row, wasActive: paused.wasActive };
    },

    async findMergeObstacle(tx, fromUserIds, toUserId) {
      let added = 0;
      for (const id of fromUserIds) added += await store.countAll(tx, id);
      const { alerts } = accountMaximums;
      const isOver = added > 0 && added + (await store.countAll(tx, toUserId)) > alerts;
      return isOver ? describeMergeLimit(alerts, 'alerts') : undefined;
    },

    async mergeHistory(tx, fromUserId, toUserId) {
      await lockOwner(tx, fromUserId);
      await lockOwner(tx, toUserId);
      await store.moveFirings(tx, fromUserId, toUserId);
    },

    async mergeAlerts(tx, fromUserId, toUserId) {
      // With both users locked, nothing can be added until the transaction ends.
      await lockOwner(tx, fromUserId);
      const owner = await lockOwner(tx, toUserId);
      // Holding the revision also stops alerts from firing.
      await takeRevisions(tx);
      const limit = owner ? getLimit(owner.tier, 'alerts') : null;
      if (limit !== null) {
        const waiting = await store.countUntriggered(tx, toUserId, '');
        await store.pauseBeyond(tx, fromUserId, Math.max(0, limit - waiting));
      }
      await store.moveAlerts(tx, fromUserId, toUserId);
      await store.moveFirings(tx, fromUserId, toUserId);
    },
  };
}

async function addWithinLimit(
  tx: Tx,
  { store }: AlertServiceDeps,
  alert: Omit<AlertRow, 'revision'>,
): Promise<AddOutcome> {
  const { user_id: userId } = alert;
  const user = await lockOwner(tx, userId);
  if (!user) return { outcome: 'gone' };
  const count = await store.countUntriggered(tx, userId, alert.id);
  if (!canAdd(user.tier, 'alerts', count)) return { outcome: 'full', tier: user.tier };
  if ((await store.countAll(tx, userId)) >= accountMaximums.alerts) return { outcome: 'over' };
  const row = { ...alert, revision: await takeRevisions(tx) };
  await store.add(tx, row, user.revision);
  return { outcome: 'added', row };
}

async function updateWithinLimit(
  tx: Tx,
  { store, arm }: AlertServiceDeps,
  { userId, id, request }: { userId: string; id: string; request: UpdateAlert },
): Promise<UpdateOutcome> {
  const user = await lockOwner(tx, userId);
  if (!user) return { outcome: 'missing' };
  // Nothing fires until the transaction ends, so the row can't change between reading and updating it.
  const revision = await takeRevisions(tx);
  const current = await store.find(tx, userId, id);
  if (!current) return { outcome: 'missing' };
  const change = planChange(current, request);
  if (change.outcome === 'invalid') return change;
  const { set, needsLimitCheck, shouldArm } = change;
  if (needsLimitCheck && !canAdd(user.tier, 'alerts', await store.countUntriggered(tx, userId, id))) {
    return { outcome: 'full', tier: user.tier };
  }
  const armed = shouldArm && {
    ...arm({ coinId: current.coin_id, currency: set.currency ?? current.currency }),
    arming: current.arming + 1,
    next_allowed_at: null,
    revision,
  };
  return { outcome: 'updated', row: await store.update(tx, id, { ...set, ...armed }) };
}

function refuseUnknownCurrency({ rates }: AlertServiceDeps, currency: string | undefined): void {
  if (currency !== undefined && !rates.isCurrency(currency)) throw invalidField('currency', unknownCurrency);
}

async function findQuotedCoin({ findCoin, isQuoted }: AlertServiceDeps, coinId: CoinId): Promise<CoinName> {
  const coin = await findCoin(coinId);
  if (!coin) throw new AppError('not_found', 'There is no such coin.');
  const isWatched = isQuoted(coin.coinId);
  if (isWatched) return coin;
  if (isWatched === undefined)
    throw new AppError('market_unavailable', 'There are no prices yet.', { retryAfter: 5 });
  throw invalidField('coinId', 'Must be on the market list: alerts can watch only listed coins');
}

/** The largest that PostgreSQL's column holds. */
const maxOrdinal = 2 ** 31 - 1;

const toCursor = ({ created_at, ordinal, id }: AlertPlace) => `${created_at}-${ordinal}-${id}`;

function readCursor(cursor: string | undefined): AlertPlace | undefined {
  const [, createdAt, ordinal, id] = /^(\d+)-(\d+)-(.+)$/.exec(cursor ?? '') ?? [];
  if (id === undefined) return undefined;
  return { created_at: Number(createdAt), ordinal: Math.min(Number(ordinal), maxOrdinal), id };
}

function tooManyAlerts(): AppError {
  const max = accountMaximums.alerts.toLocaleString('en-US');
  return new AppError('conflict', `An account has room for ${max} alerts. Delete some that have triggered.`);
}

function noAlert(): AppError {
  return new AppError('not_found', 'There is no such alert.');
}

function toRow(
  { arm, clock }: AlertServiceDeps,
  coin: CoinName,
  request: AddAlert,
): Omit<AlertRow, 'user_id' | 'revision'> {
  return {
    id: randomUUID(),
    coin_id: coin.coinId,
    symbol: coin.symbol,
    name: coin.name,
    condition: request.condition,
    threshold: request.threshold,
    currency: request.currency,
    status: 'active',
    note: request.note,
    repeat: request.repeat,
    cooldown_minutes: request.cooldownMinutes,
    when_true: request.whenTrue,
    arming: 1,
    ...arm({ coinId: coin.coinId, currency: request.currency }),
    next_allowed_at: null,
    created_at: clock.now(),
    triggered_at: null,
    triggered_price: null,
  };
}

function toAlert(row: AlertRow, now: Instant, rates: RateTable): Alert {
  const cooldownUntil = findCooldownEnd(row, now);
  const isInCooldown = row.status === 'active' && cooldownUntil !== null && cooldownUntil > now;
  return {
    id: row.id,
    coinId: row.coin_id,
    symbol: row.symbol,
    name: row.name,
    condition: row.condition,
    threshold: row.threshold,
    currency: row.currency,
    status: row.status,
    note: row.note,
    repeat: row.repeat,
    cooldownMinutes: row.cooldown_minutes,
    createdAt: toText(row.created_at),
    triggeredAt: row.triggered_at === null ? null : toText(row.triggered_at),
    triggeredPrice: row.triggered_price,
    cooldownUntil: isInCooldown ? toText(cooldownUntil) : null,
    waitsForRates:
      row.status === 'active' && isAboutPrice(row.condition) && lacksRate(rates, row.currency, now),
  };
}

function toText(instant: Instant): string {
  return new Date(instant).toISOString();
}

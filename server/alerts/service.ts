import { randomUUID } from 'node:crypto';
import type { AddAlert, Alert, PausedAlert, UpdateAlert } from '#contract/alerts.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { limitReached, mayAdd } from '../billing/service.ts';
import type { CoinName, FindCoin } from '../market/service.ts';
import type { Clock } from '../platform/clock.ts';
import { planChange } from './change-alert.ts';
import type { PauseLinks } from './delivery/pause-links.ts';
import type { Arming } from './evaluation/arming.ts';
import type { AlertRow, AlertStore } from './store.ts';

/** Refuses with `AppError`: `not_found`, `invalid_request`, `limit_reached`, `market_unavailable`. */
export interface AlertService {
  /** In the order they were made. */
  listAlerts(userId: string): Promise<Alert[]>;
  /** Under the market's own symbol and name; armed at the present quote. */
  addAlert(userId: string, wanted: AddAlert): Promise<Alert>;
  updateAlert(userId: string, id: string, wanted: UpdateAlert): Promise<Alert>;
  removeAlert(userId: string, id: string): Promise<void>;
  /** What the link of a mail does, signed in or not. One that has fired and is done stays so. */
  pauseAlert(token: string): Promise<PausedAlert>;
}

export interface AlertServiceDeps {
  readonly store: AlertStore;
  readonly findCoin: FindCoin;
  /** Whether the market quotes a coin all the time, so that it can be watched; undefined: it quotes none yet. */
  readonly isQuoted: (coinId: string) => boolean | undefined;
  /** What is believed of a coin now, to arm an alert by. */
  readonly arm: (coinId: string) => Arming;
  readonly pauseLinks: PauseLinks;
  readonly clock: Clock;
}

const mayAddAlert = (tier: Parameters<typeof mayAdd>[0], count: number) => mayAdd(tier, 'alerts', count);

export function createAlertService(deps: AlertServiceDeps): AlertService {
  const { store, arm, pauseLinks, clock } = deps;
  const show = (row: AlertRow) => toAlert(row, clock.now());
  return {
    listAlerts: async (userId) => (await store.list(userId)).map(show),

    addAlert: async (userId, wanted) => show(await addAlert(deps, userId, wanted)),

    async updateAlert(userId, id, wanted) {
      const plan = (row: AlertRow) => planChange(row, wanted);
      const answer = await store.update(userId, id, { plan, arm, mayAdd: mayAddAlert });
      if (answer.outcome === 'missing') throw noAlert();
      if (answer.outcome === 'full') throw limitReached(answer.tier, 'alerts');
      if (answer.outcome === 'misfit') throw misfit('threshold', answer.message);
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
  };
}

async function addAlert(deps: AlertServiceDeps, userId: string, wanted: AddAlert): Promise<AlertRow> {
  const { store, arm, clock } = deps;
  const coin = await findQuotedCoin(deps, wanted.coinId);
  const alert = {
    id: randomUUID(),
    coin_id: coin.coinId,
    symbol: coin.symbol,
    name: coin.name,
    condition: wanted.condition,
    threshold: wanted.threshold,
    status: 'active' as const,
    note: wanted.note,
    repeat: wanted.repeat,
    cooldown_minutes: wanted.cooldownMinutes,
    when_true: wanted.whenTrue,
    arming: 1,
    ...arm(coin.coinId),
    next_allowed_at: null,
    created_at: clock.now(),
    triggered_at: null,
    triggered_price: null,
  };
  const answer = await store.add(userId, alert, mayAddAlert);
  if (answer.outcome === 'gone') throw new AppError('unauthorized', 'This account is no longer there.');
  if (answer.outcome === 'full') throw limitReached(answer.tier, 'alerts');
  return answer.row;
}

async function findQuotedCoin({ findCoin, isQuoted }: AlertServiceDeps, coinId: string): Promise<CoinName> {
  const coin = await findCoin(coinId);
  if (!coin) throw new AppError('not_found', 'There is no such coin.');
  const isWatched = isQuoted(coin.coinId);
  if (isWatched) return coin;
  if (isWatched === undefined)
    throw new AppError('market_unavailable', 'There are no prices yet.', { retryAfter: 5 });
  throw misfit('coinId', 'Alerts watch the coins of the market list, and this is not one of them');
}

function noAlert(): AppError {
  return new AppError('not_found', 'There is no such alert.');
}

function misfit(path: string, message: string): AppError {
  return new AppError('invalid_request', message, { issues: [{ path, message }] });
}

function toAlert(row: AlertRow, now: number): Alert {
  const { next_allowed_at: restsUntil } = row;
  const isResting = row.status === 'active' && restsUntil !== null && restsUntil > now;
  return {
    id: row.id,
    coinId: row.coin_id,
    symbol: row.symbol,
    name: row.name,
    condition: row.condition,
    threshold: row.threshold,
    status: row.status,
    note: row.note,
    repeat: row.repeat,
    cooldownMinutes: row.cooldown_minutes,
    createdAt: toText(row.created_at),
    triggeredAt: row.triggered_at === null ? null : toText(row.triggered_at),
    triggeredPrice: row.triggered_price,
    restsUntil: isResting ? toText(restsUntil) : null,
  };
}

function toText(instant: number): string {
  return new Date(instant).toISOString();
}

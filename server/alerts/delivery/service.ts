import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { AlertSettings, FiringsPage, Unseen, UpdateAlertSettings } from '#contract/alerts/alerts.ts';
import type { AddPushSubscription } from '#contract/alerts/push.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError, invalidField } from '#server/platform/http/app-error.ts';
import { type SessionUser, writeForUser } from '#server/platform/http/request-user.ts';
import type { PushKeys } from '../push/keys.ts';
import type { PushTarget } from '../push/sender.ts';
import type { SubscriptionStore } from '../push/subscription-store.ts';
import type { FiringStore } from './firing-store.ts';
import type { SettingsStore } from './settings-store.ts';

/** The history of firings, notification settings and push subscriptions. */
export interface DeliveryService {
  listFirings(userId: string, before: number | undefined): Promise<FiringsPage>;
  countUnseen(userId: string): Promise<Unseen>;
  /** Marks firings up to a number as seen. Returns the remaining count. */
  markSeen(userId: string, upTo: number): Promise<Unseen>;
  getSettings(user: SessionUser): Promise<AlertSettings>;
  updateSettings(user: SessionUser, change: UpdateAlertSettings): Promise<AlertSettings>;
  /** The public key that browsers subscribe with. */
  readonly pushKey: string;
  /**
   * Subscribes the session's browser. Throws `verification_required`, `invalid_request`, and `unauthorized` if the session
   * has ended.
   */
  addSubscription(user: SessionUser, subscription: AddPushSubscription): Promise<AlertSettings>;
  /** Does nothing if there is none. */
  removeSubscription(user: SessionUser, endpoint: string): Promise<void>;
}

export function createDeliveryService(deps: {
  database: Database;
  firings: FiringStore;
  settings: SettingsStore;
  subscriptions: SubscriptionStore;
  pushKeys: PushKeys;
  clock: Clock;
}): DeliveryService {
  const { firings, settings, subscriptions, pushKeys, clock } = deps;
  const countUnseen = async (userId: string) => ({ count: await firings.countUnseen(userId) });

  async function getSettings({ id, sessionId }: SessionUser): Promise<AlertSettings> {
    return {
      ...(await settings.getSettings(id)),
      pushHere: await subscriptions.isSubscribed(sessionId),
    };
  }

  /** Returns false if the user or the session is gone. */
  function addSubscription({ id: userId, sessionId }: SessionUser, target: PushTarget): Promise<boolean> {
    const now = clock.now();
    return transact(deps.database, async (tx) => {
      if (!(await lockOwner(tx, userId))) return false;
      if (!(await subscriptions.hasSession(tx, sessionId))) return false;
      await subscriptions.replace(tx, { userId, sessionId }, target, now);
      return true;
    });
  }

  return {
    listFirings: firings.listPage,
    countUnseen,
    getSettings,
    pushKey: pushKeys.publicKey,

    async markSeen(userId, upTo) {
      await firings.markSeen(userId, upTo, clock.now());
      return countUnseen(userId);
    },

    async updateSettings(user, change) {
      await writeForUser(() => settings.updateSettings(user.id, change));
      return getSettings(user);
    },

    async addSubscription(user, { endpoint, keys }) {
      if (!user.verified) {
        throw new AppError('verification_required', 'Please verify your email address first.');
      }
      if (!isPushServer(endpoint)) throw invalidField('endpoint', 'Must be the address of a push service');
      if (!isCurvePoint(keys.p256dh)) throw invalidField('keys.p256dh', "Must be the browser's public key");
      const isAdded = await addSubscription(user, { endpoint, ...keys });
      if (!isAdded) throw new AppError('unauthorized', 'This session has ended.');
      return getSettings(user);
    },

    async removeSubscription({ id }, endpoint) {
      await subscriptions.remove(id, endpoint);
    },
  };
}

/**
 * Push services have host names and the standard HTTPS port. The address behind the name is checked for each message,
 * because it can change.
 */
function isPushServer(endpoint: string): boolean {
  const { hostname, port, username, password } = new URL(endpoint);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.');
  return isNamed && port === '' && username === '' && password === '';
}

function isCurvePoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  AddPushSubscription,
  AlertSettings,
  FiringsPage,
  Unseen,
  UpdateAlertSettings,
} from '#contract/alerts.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { SessionUser } from '#server/platform/http/request-user.ts';
import type { PushKeys } from '../push/keys.ts';
import type { SubscriptionStore } from '../push/subscription-store.ts';
import type { FiringStore } from './firing-store.ts';
import type { SettingsStore } from './settings-store.ts';

/** What users are told of their alerts, and how. Refuses with `AppError`. */
export interface TellingService {
  listFirings(userId: string, before: number | undefined): Promise<FiringsPage>;
  countUnseen(userId: string): Promise<Unseen>;
  /** Marks everything up to that number as seen, and gives what is left. */
  markSeen(userId: string, upTo: number): Promise<Unseen>;
  getSettings(user: SessionUser): Promise<AlertSettings>;
  updateSettings(user: SessionUser, change: UpdateAlertSettings): Promise<AlertSettings>;
  /** What browsers subscribe with. */
  readonly pushKey: string;
  /** Throws `verification_required`, `invalid_request`. */
  addSubscription(user: SessionUser, subscription: AddPushSubscription): Promise<AlertSettings>;
  /** Does nothing where there is none. */
  removeSubscription(user: SessionUser, endpoint: string): Promise<void>;
}

export function createTellingService(deps: {
  firings: FiringStore;
  settings: SettingsStore;
  subscriptions: SubscriptionStore;
  pushKeys: PushKeys;
  clock: Clock;
}): TellingService {
  const { firings, settings, subscriptions, pushKeys, clock } = deps;
  const countUnseen = async (userId: string) => ({ count: await firings.countUnseen(userId) });

  async function getSettings({ id, sessionId }: SessionUser): Promise<AlertSettings> {
    return {
      ...(await settings.getSettings(id)),
      pushHere: await subscriptions.isSubscribed(sessionId),
    };
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
      await settings.updateSettings(user.id, change);
      return getSettings(user);
    },

    async addSubscription(user, { endpoint, keys }) {
      if (!user.verified) {
        throw new AppError('verification_required', 'Please verify your e-mail address first.');
      }
      if (!isPushServer(endpoint)) throw refuse('endpoint', 'Must be the address of a push service');
      if (!isCurvePoint(keys.p256dh)) throw refuse('keys.p256dh', 'Must be a key of the browser');
      const isAdded = await subscriptions.add(
        { userId: user.id, sessionId: user.sessionId },
        { endpoint, ...keys },
        clock.now(),
      );
      if (!isAdded) throw new AppError('unauthorized', 'This session has ended.');
      return getSettings(user);
    },

    async removeSubscription({ id }, endpoint) {
      await subscriptions.remove(id, endpoint);
    },
  };
}

function refuse(path: string, message: string): AppError {
  return new AppError('invalid_request', message, { issues: [{ path, message }] });
}

/**
 * Push services have names, and listen where https does. What a name stands for is looked at when something is sent
 * there: it may be another address by then.
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

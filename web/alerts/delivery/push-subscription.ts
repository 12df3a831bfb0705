import type { AlertSettings } from '#contract/alerts/alerts.ts';
import type { AddPushSubscription } from '#contract/alerts/push.ts';
import { readApi, sendApi } from '#web/lib/api-client.ts';

/* Push messages to this browser. Asks for and loads nothing until the user turns them on. */

const workerPath = '/alerts-worker.js';

/** The part of the Trusted Types API used here. Browsers that enforce it refuse a plain string as a worker's URL. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(): string },
  ): { createScriptURL(address: string): string };
}
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const workerUrl =
  trustedTypes
    ?.createPolicy('alerts-worker', { createScriptURL: () => workerPath })
    .createScriptURL(workerPath) ?? workerPath;

/** The worker controls only these pages. */
const scope = '/alerts';

/** A failure with a message for the user. */
export class PushError extends Error {
  override name = 'PushError';
}

/** Why this browser can't receive push messages. Null if it can. */
export function explainNoPush(): string | null {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'This browser doesn’t support push messages.';
  if (Notification.permission === 'denied')
    return 'This browser blocks notifications from this site. Allow them in its settings first.';
  return null;
}

/** Whether this browser is subscribed to our push messages. */
export async function hasPushSubscription(): Promise<boolean> {
  if (explainNoPush() !== null) return false;
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return Boolean(await registration?.pushManager.getSubscription());
}

/** Asks the user for permission and subscribes this browser. Throws a `PushError` if the browser refuses. */
export async function subscribeToPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushError(explainNoPush() ?? 'This browser can’t show push messages without your permission.');
  const subscription = await subscribe();
  const { endpoint, expirationTime, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new PushError('This browser’s push service gave no address.');
  const added: AddPushSubscription = {
    endpoint,
    expirationTime: expirationTime ?? null,
    keys: { p256dh, auth },
  };
  await sendApi<AlertSettings>('POST', '/api/alerts/push/subscriptions', added);
}

/** Unsubscribes this browser only. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await sendApi('DELETE', '/api/alerts/push/subscriptions', { endpoint });
  await subscription.unsubscribe();
}

async function subscribe(): Promise<PushSubscription> {
  // The public key of this installation's push messages, in base64url.
  const { publicKey: applicationServerKey } = await readApi<{ publicKey: string }>('/api/alerts/push/key');
  const registration = await navigator.serviceWorker.register(workerUrl, { scope });
  await waitForWorker(registration);
  const options = { userVisibleOnly: true, applicationServerKey };
  const { pushManager } = registration;
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (!old) throw new PushError('This browser’s push service could not be reached.', { cause: error });
    // It was created with another key.
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Subscribing requires an active worker. */
function waitForWorker({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting;
  if (active || !coming) return Promise.resolve();
  return new Promise((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve();
      if (coming.state === 'redundant')
        reject(new PushError('The service worker that shows push messages could not be installed.'));
    });
  });
}

import { addPushSubscription, readPushKey, removePushSubscription } from '../queries.ts';

/* Push messages to this very browser. Nothing is asked or loaded before the user turns them on. */

const workerPath = '/alerts-worker.js';
/** Only these pages are its business. */
const scope = '/alerts';

/** Why this browser cannot be pushed to; null where it can. */
export function whyNoPush(): string | null {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isAble) return 'This browser has no push messages.';
  if (Notification.permission === 'denied')
    return 'This browser blocks notifications of this site. Allow them in its settings for the site first.';
  return null;
}

/** Whether this browser listens for push messages of ours. */
export async function isListening(): Promise<boolean> {
  if (whyNoPush() !== null) return false;
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return Boolean(await registration?.pushManager.getSubscription());
}

/** Asks the user for the permission, and has this browser pushed to. Throws, in words for people, where that fails. */
export async function startPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(whyNoPush() ?? 'Without your permission this browser cannot be pushed to.');
  const subscription = await subscribe();
  const { endpoint, expirationTime, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new Error('The push service of this browser gave no address.');
  await addPushSubscription({ endpoint, expirationTime: expirationTime ?? null, keys: { p256dh, auth } });
}

/** This browser is pushed to no longer; others are. */
export async function stopPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await removePushSubscription(subscription.endpoint);
  await subscription.unsubscribe();
}

async function subscribe(): Promise<PushSubscription> {
  const applicationServerKey = await readPushKey();
  const registration = await navigator.serviceWorker.register(workerPath, { scope });
  await waitForWorker(registration);
  const options = { userVisibleOnly: true, applicationServerKey };
  const { pushManager } = registration;
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (!old) throw new Error('The push service of this browser could not be reached.', { cause: error });
    // Made for other keys than ours.
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** A worker that is not active yet cannot be subscribed with. */
function waitForWorker({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting;
  if (active || !coming) return Promise.resolve();
  return new Promise((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve();
      if (coming.state === 'redundant')
        reject(new Error('The part that shows messages could not be set up.'));
    });
  });
}

import { getCredentials } from '../api-client.ts';
import {
  addListener,
  emit,
  hasAlertListeners,
  hasListeners,
  hasMarketListeners,
  removeListener,
  type StreamEvents,
  type StreamListener,
} from './stream-listeners.ts';
import type { StreamWants } from './stream-messages.ts';
import { StreamTab } from './stream-tab.ts';
import { canTabsShare } from './tab-group.ts';

/** `connecting` includes reconnecting; `paused` means that the page is hidden. */
export type StreamState = 'connecting' | 'live' | 'paused';

const stateListeners = new Set<(state: StreamState) => void>();
let tab: StreamTab | undefined;
let isLive = false;
/** This page's position in the common events, kept while it has no tab. */
let q = '';
/** Whether the stream continued for other tabs while this page was hidden. */
let hasMissedMarket = false;
let unwatchPage = () => {};

const getToken = () => getCredentials()?.getToken() ?? null;

function getWants(): StreamWants {
  const isVisible = !document.hidden;
  return {
    market: isVisible && hasMarketListeners(),
    // A browser allows few connections to one server, so tabs that can't share one must not use them all.
    alerts: hasAlertListeners() && (isVisible || canTabsShare()),
  };
}

function getState(): StreamState {
  if (document.hidden) return 'paused';
  return isLive ? 'live' : 'connecting';
}

function emitState(): void {
  for (const listener of stateListeners) listener(getState());
}

function onEvent(name: string, data: unknown): void {
  if (document.hidden && (name === 'quotes' || name === 'status')) hasMissedMarket = true;
  else emit(name, data);
}

function join(): void {
  tab = new StreamTab({
    token: getToken(),
    q,
    getWants,
    onEvent,
    onLive(next) {
      isLive = next;
      emitState();
    },
    onRefused: (refused) => getCredentials()?.onRefused(refused),
  });
}

function leave(): void {
  if (!tab) return;
  q = tab.position.q;
  tab.leave();
  tab = undefined;
  isLive = false;
}

/** Joins the other tabs while there are listeners. Visitors have no alerts to wait for. */
function follow(): void {
  const isNeeded = hasMarketListeners() || (hasAlertListeners() && getToken() !== null);
  if (!isNeeded) leave();
  else if (tab) tab.update();
  else join();
}

/** Joins another group after the token has changed, because groups are per token. */
function rejoin(): void {
  leave();
  follow();
  emitState();
}

function onVisibility(): void {
  emitState();
  follow();
  if (document.hidden) return;
  tab?.wake();
  if (hasMissedMarket) emit('reset', ['quotes']);
  hasMissedMarket = false;
}

/** Follows the token and the page's visibility. Returns a function that stops it. */
function watchPage(): () => void {
  const unwatchToken = getCredentials()?.watch(rejoin) ?? (() => {});
  document.addEventListener('visibilitychange', onVisibility);
  // A page in the back/forward cache may hold neither a lock nor a connection.
  addEventListener('pagehide', leave);
  addEventListener('pageshow', follow);
  return () => {
    unwatchToken();
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', follow);
  };
}

/**
 * Calls back for each event of that name until stopped. One connection serves all tabs. It is open while a signed-in
 * user's page listens for `alert`, or a visible page listens for `quotes` or `status`. Load it after the first view:
 * `import('./stream-events.ts')`.
 */
export function onStreamEvent<Name extends keyof StreamEvents>(
  name: Name,
  listener: StreamListener<Name>,
): () => void {
  if (!hasListeners()) unwatchPage = watchPage();
  addListener(name, listener);
  follow();
  return () => {
    removeListener(name, listener);
    follow();
    if (!hasListeners()) unwatchPage();
  };
}

/** Calls back immediately, and after each change of the connection's state. */
export function onStreamState(listener: (state: StreamState) => void): () => void {
  stateListeners.add(listener);
  listener(getState());
  return () => {
    stateListeners.delete(listener);
  };
}

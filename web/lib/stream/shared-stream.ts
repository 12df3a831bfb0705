import type { Firing } from '#contract/alerts.ts';
import type { MarketStatus, QuotesEvent } from '#contract/market.ts';
import { getCredentials } from '../api-client.ts';
import type { StreamWants } from './stream-messages.ts';
import { joinStream, type StreamTab } from './stream-tab.ts';
import { canTabsShare } from './tab-group.ts';

/** What the server's stream tells, by the name of the event. */
export interface StreamEvents {
  quotes: QuotesEvent;
  /** After each opening too, so that one knows what was missed, and when the market's state or source changes. */
  status: MarketStatus;
  /** One of the signed-in user's alerts has fired. */
  alert: Firing;
  /**
   * Events of these names may have been missed: what was fetched before this moment is to be asked for anew. Also once
   * with `alert` at the beginning.
   */
  reset: readonly ('quotes' | 'alert')[];
}

/** `connecting` also between a lost connection and the next one; `paused` while the page is not seen. */
export type StreamState = 'connecting' | 'live' | 'paused';

type Listener<Name extends keyof StreamEvents> = (data: StreamEvents[Name]) => void;

const listeners: { readonly [Name in keyof StreamEvents]: Set<Listener<Name>> } = {
  quotes: new Set(),
  status: new Set(),
  alert: new Set(),
  reset: new Set(),
};
const stateListeners = new Set<(state: StreamState) => void>();
let tab: StreamTab | undefined;
let isLive = false;
/** How far this page was told what is for all. */
let q = '';
/** Whether the market went on, for other tabs, while this page was not seen. */
let hasMissedMarket = false;
let unwatch = () => {};

const getToken = () => getCredentials()?.getToken() ?? null;

function getWants(): StreamWants {
  const { quotes, status, alert } = listeners;
  const isSeen = !document.hidden;
  return {
    market: isSeen && quotes.size + status.size > 0,
    // A browser has few connections to one server: tabs that can't share must not take them all.
    alerts: alert.size > 0 && (isSeen || canTabsShare()),
  };
}

function getState(): StreamState {
  if (document.hidden) return 'paused';
  return isLive ? 'live' : 'connecting';
}

function tellState(): void {
  for (const listener of stateListeners) listener(getState());
}

function tell(name: string, data: unknown): void {
  if (!(name in listeners)) return;
  if (document.hidden && (name === 'quotes' || name === 'status')) {
    hasMissedMarket = true;
    return;
  }
  const own = listeners[name as keyof StreamEvents] as ReadonlySet<(data: unknown) => void>;
  for (const listener of [...own]) listener(data);
}

function join(): void {
  const token = getToken();
  tab = joinStream({
    token,
    q,
    getWants,
    onEvent: tell,
    onLive(next) {
      isLive = next;
      tellState();
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

/** Joins the other tabs while anybody listens. Somebody who is not signed in has no alerts to wait for. */
function follow(): void {
  const { quotes, status, alert } = listeners;
  const isWanted = quotes.size + status.size > 0 || (alert.size > 0 && getToken() !== null);
  if (isWanted && tab) tab.update();
  else if (isWanted) join();
  else leave();
}

/** Another token is another group of tabs. */
function rejoin(): void {
  leave();
  follow();
  tellState();
}

function onVisibility(): void {
  tellState();
  follow();
  if (document.hidden) return;
  tab?.wake();
  if (hasMissedMarket) tell('reset', ['quotes']);
  hasMissedMarket = false;
}

/** From the first listener to the last. */
function watchPage(): void {
  const unwatchToken = getCredentials()?.watch(rejoin) ?? (() => {});
  document.addEventListener('visibilitychange', onVisibility);
  // A page that the browser keeps to come back to may hold neither a lock nor a connection.
  addEventListener('pagehide', leave);
  addEventListener('pageshow', follow);
  unwatch = () => {
    unwatchToken();
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', follow);
  };
}

const countListeners = () => Object.values(listeners).reduce((sum, { size }) => sum + size, 0);

/**
 * Calls back for each event of that name until stopped. One connection serves all tabs. It is open while somebody who
 * is signed in listens for `alert`, or a visible page listens for `quotes` or `status`.
 * To be loaded after the first view: `import('./shared-stream.ts')`.
 */
export function onStreamEvent<Name extends keyof StreamEvents>(
  name: Name,
  listener: Listener<Name>,
): () => void {
  if (countListeners() === 0) watchPage();
  listeners[name].add(listener);
  follow();
  return () => {
    listeners[name].delete(listener);
    follow();
    if (countListeners() === 0) unwatch();
  };
}

/** Calls back at once and with each change of how the connection stands. */
export function onStreamState(listener: (state: StreamState) => void): () => void {
  stateListeners.add(listener);
  listener(getState());
  return () => {
    stateListeners.delete(listener);
  };
}

import type { Firing } from '#contract/alerts/alerts.ts';
import type { MarketStatus, QuotesEvent, Rates } from '#contract/market.ts';

/** The server's events, by name. */
export interface StreamEvents {
  quotes: QuotesEvent;
  /** Sent when the market's state or source changes, and each time a connection opens, to reveal missed events. */
  status: MarketStatus;
  /** Sent each time a connection opens, and when rates change. */
  rates: Rates;
  /** One of the signed-in user's alerts has fired. */
  alert: Firing;
  /**
   * Events with these names may have been missed, so refetch their data. Also sent once with `alert` at the start.
   */
  reset: readonly ('quotes' | 'alert')[];
}

export type StreamListener<Name extends keyof StreamEvents> = (data: StreamEvents[Name]) => void;

const listeners: { readonly [Name in keyof StreamEvents]: Set<StreamListener<Name>> } = {
  quotes: new Set(),
  status: new Set(),
  rates: new Set(),
  alert: new Set(),
  reset: new Set(),
};

/** Registers a listener of a name. */
export function addListener<Name extends keyof StreamEvents>(
  name: Name,
  listener: StreamListener<Name>,
): void {
  listeners[name].add(listener);
}

/** Undoes `addListener`. */
export function removeListener<Name extends keyof StreamEvents>(
  name: Name,
  listener: StreamListener<Name>,
): void {
  listeners[name].delete(listener);
}

/** Calls the listeners of a name. Ignores names unknown to this version. */
export function emit(name: string, data: unknown): void {
  if (!(name in listeners)) return;
  const own = listeners[name as keyof StreamEvents] as ReadonlySet<(data: unknown) => void>;
  for (const listener of [...own]) listener(data);
}

/** Whether there are listeners of any name. */
export const hasListeners = () => Object.values(listeners).some(({ size }) => size > 0);
/** Whether there are listeners of quotes or status. */
export const hasMarketListeners = () => listeners.quotes.size + listeners.status.size > 0;
/** Whether there are listeners of alerts. */
export const hasAlertListeners = () => listeners.alert.size > 0;

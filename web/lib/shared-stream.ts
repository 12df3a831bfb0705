import type { MarketStatus, QuotesEvent } from '#contract/market.ts';

/** What the server's stream tells, by the name of the event. */
export interface StreamEvents {
  quotes: QuotesEvent;
  /** After each opening too, so that one knows what was missed, and when the market's state or source changes. */
  status: MarketStatus;
  /** A firing of one of the signed-in user's alerts, once; its shape is the contract's `Firing`. */
  alert: unknown;
  /** Events of these names may have been missed: what was fetched before this moment is to be asked for anew. */
  reset: readonly ('quotes' | 'alert')[];
}

type Listener<Name extends keyof StreamEvents> = (data: StreamEvents[Name]) => void;
type Listeners = { readonly [Name in keyof StreamEvents]: Set<Listener<Name>> };

const listeners: Listeners = { quotes: new Set(), status: new Set(), alert: new Set(), reset: new Set() };

/**
 * Calls back for each event of that name until stopped. One connection serves all tabs. It is open while somebody who
 * is signed in listens for `alert`, or a visible page listens for `quotes` or `status`.
 * To be loaded after the first view: `import('../lib/shared-stream.ts')`.
 */
export function onStreamEvent<Name extends keyof StreamEvents>(
  name: Name,
  listener: Listener<Name>,
): () => void {
  const own = listeners[name];
  own.add(listener);
  return () => {
    own.delete(listener);
  };
}

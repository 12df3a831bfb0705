import type { StreamPosition } from './stream-position.ts';

/*
 * Messages between a browser's tabs over a channel. Tabs may run different versions of the site, so kinds and fields
 * must not change.
 */

/** What a tab wants from the shared stream. */
export interface StreamWants {
  /** Quotes and status. Only true while the page is visible. */
  readonly market: boolean;
  readonly alerts: boolean;
}

/** An event of the stream with the position after it, or only a position. */
export interface EventMessage {
  readonly kind: 'event';
  readonly name: string | null;
  readonly data: unknown;
  readonly at: StreamPosition;
}

/** The state of the leader's connection. */
export interface StateMessage {
  readonly kind: 'state';
  /** Whether it is open and includes quotes and status. */
  readonly isLive: boolean;
  readonly at: StreamPosition;
  /** The market's newest status, if known. */
  readonly status: unknown;
}

/** From the leader to the other tabs. `roll-call` asks what they want. */
export type LeaderMessage = EventMessage | StateMessage | { readonly kind: 'roll-call' };

/** Between any tabs. `ask` asks the leader for its state. */
export type TabMessage =
  | LeaderMessage
  | { readonly kind: 'want'; readonly tab: string; readonly wants: StreamWants }
  | { readonly kind: 'bye'; readonly tab: string }
  | { readonly kind: 'ask' };

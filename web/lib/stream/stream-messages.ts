import type { StreamPosition } from './stream-position.ts';

/** What a tab wants of the stream that all share. */
export interface StreamWants {
  /** Quotes and status: only while the page is seen. */
  readonly market: boolean;
  readonly alerts: boolean;
}

/** What the stream told: an event with the place after it, or a place alone. */
export interface StreamNews {
  readonly kind: 'news';
  readonly name: string | null;
  readonly data: unknown;
  readonly at: StreamPosition;
}

/** What the leader says of the connection. */
export interface StreamState {
  readonly kind: 'state';
  /** Whether it is open, and for quotes and status. */
  readonly isLive: boolean;
  readonly at: StreamPosition;
  /** The market's newest status, where it is known. */
  readonly status: unknown;
}

/** What the leader says to the other tabs. `roll` asks what they want. */
export type LeaderMessage = StreamNews | StreamState | { readonly kind: 'roll' };

/** What tabs say to each other. `ask` asks the leader for the state. */
export type TabMessage =
  | LeaderMessage
  | { readonly kind: 'want'; readonly tab: string; readonly wants: StreamWants }
  | { readonly kind: 'bye'; readonly tab: string }
  | { readonly kind: 'ask' };

import type { Generated } from 'kysely';
import type { AlertCondition } from '#contract/alerts/alert-threshold.ts';

/** Prices, changes and thresholds are decimal text, as written by the user or quoted by the market. */
export interface AlertTable {
  id: string;
  user_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  condition: AlertCondition;
  threshold: string;
  /** The currency of the price and its threshold, in lower case. Changes are always in dollars. */
  currency: string;
  status: 'active' | 'paused' | 'triggered';
  note: string | null;
  repeat: 'once' | 'every';
  cooldown_minutes: number;
  /** If the condition already holds when the alert is armed: wait for a crossing, or fire on the next quote. */
  when_true: 'wait' | 'fire';
  /** Increases by one when the alert becomes active, is edited while active, or fires and stays active. */
  arming: number;
  armed_at: number;
  /** The time of the quotes accepted when it was armed. Only later ones can fire it. */
  armed_as_of: number;
  /** The coin's accepted quote at that time; null if none. */
  armed_price: string | null;
  armed_change: string | null;
  /** Units of the currency per dollar at that time; null if unknown or if the alert is in dollars. */
  armed_rate: string | null;
  armed_source: 'coingecko' | 'simulated';
  /** The end of the cooldown: a repeating alert ignores earlier quotes. */
  next_allowed_at: number | null;
  /** Unique among all alerts, and new each time a user arms this one: identifies this arming. */
  revision: number;
  created_at: number;
  triggered_at: number | null;
  triggered_price: string | null;
  /** The owner's revision when it was created. Orders alerts of the same millisecond. */
  ordinal: Generated<number>;
}

/** A firing of an alert: at most one per arming. */
export interface AlertFiringTable {
  id: string;
  alert_id: string;
  arming: number;
  user_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  condition: AlertTable['condition'];
  threshold: string;
  price: string;
  /** The currency of the price, and of a price threshold. */
  currency: string;
  change_24h: string | null;
  /** The time of the last quote before the crossing; `crossed_by` is that of the first after it. */
  crossed_after: number;
  crossed_by: number;
  /** When it was detected. */
  fired_at: number;
  note: string | null;
  /** Increases in commit order. */
  number: number;
  seen_at: number | null;
  /** The source of the quotes that fired it. */
  source: AlertEvaluationTable['source'];
  /** The e-mail that reports it; null if none does. `imported` if it comes from an account file. */
  mail_id: string | null;
}

/** How far the alerts have been evaluated: one row per source. */
export interface AlertEvaluationTable {
  source: 'coingecko' | 'simulated';
  /** The time of the last evaluated quotes; 0 before the first. */
  as_of: number;
  /** The revision of the newest alert that took part. */
  revision: number;
  /** JSON: each coin's last accepted quote, also in the currencies of its alerts. */
  quotes: string;
  /** JSON: the rates of that time, by currency; null if none. */
  rates: string | null;
}

/** Quotes seen by a process but not yet evaluated. */
export interface AlertTickTable {
  source: AlertEvaluationTable['source'];
  as_of: number;
  /** JSON: the accepted quote of each coin. */
  quotes: string;
  /** JSON: the rates of that time, by currency; null if none. */
  rates: string | null;
}

/** One row: the last number assigned to an armed alert or a firing. */
export interface AlertRevisionTable {
  value: number;
}

/** A user's notification settings; 1 means on. */
export interface AlertSettingsTable {
  user_id: string;
  email: number;
  push: number;
  in_app: number;
}

/** A browser subscribed to push messages, with its keys: one per session, removed with it. */
export interface PushSubscriptionTable {
  id: string;
  user_id: string;
  session_id: string;
  /** The URL to send its messages to. Keep it secret: it identifies the browser. */
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: number;
  /** Consecutive timeouts, and how often it was paused because of them. */
  timeouts: Generated<number>;
  pauses: Generated<number>;
  /** Nothing is sent before this; 0 if not paused. */
  paused_until: Generated<number>;
}

/** A queued push message. */
export interface PushDeliveryTable {
  id: string;
  firing_id: string;
  /** It may no longer exist. */
  subscription_id: string;
  /** The next attempt. */
  due_at: number;
  /** After this it is not worth sending. */
  expires_at: number;
  tries: Generated<number>;
  /** The owner of the firing. */
  user_id: string;
  /** The host of the endpoint. */
  host: string;
  /** Being sent until then; 0 if it is not being sent. */
  claimed_until: Generated<number>;
}

/** One row: the account that was last sent a push message. Locked while the next messages are chosen. */
export interface PushTurnTable {
  user_id: string;
}

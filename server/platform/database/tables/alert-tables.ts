import type { Generated } from 'kysely';
import type { AlertCondition } from '#contract/alert-threshold.ts';

/** Prices, changes and thresholds are decimal text, as written by the user or quoted by the market. */
export interface AlertTable {
  id: string;
  user_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  condition: AlertCondition;
  threshold: string;
  /** Of the price and of its threshold, in lower case. Changes are those in dollars. */
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
  /** The time of the quotes accepted when it was armed. Only later ones can make it fire. */
  armed_as_of: number;
  /** The coin's accepted quote at that time; null: none. */
  armed_price: string | null;
  armed_change: string | null;
  /** Units of the currency a dollar at that time; null: none was known, or the alert is in dollars. */
  armed_rate: string | null;
  armed_source: 'coingecko' | 'simulated';
  /** The end of the cooldown: a repeating alert ignores quotes from before. */
  next_allowed_at: number | null;
  /** Unique among all alerts, and new each time a user arms this one: identifies it as armed then. */
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
  /** Of the price, and of the threshold of a price. */
  currency: string;
  change_24h: string | null;
  /** The last quote before the crossing, and the first after it. */
  crossed_after: number;
  crossed_by: number;
  /** When it was detected. */
  fired_at: number;
  note: string | null;
  /** Increases in the order of commits. */
  number: number;
  seen_at: number | null;
  /** The source of the quotes that made it fire. */
  source: AlertEvaluationTable['source'];
  /** The mail that reports it; null: none does. */
  mail_id: string | null;
}

/** How far the alerts are evaluated: one row per source. */
export interface AlertEvaluationTable {
  source: 'coingecko' | 'simulated';
  /** The time of the last evaluated quotes; 0 before the first. */
  as_of: number;
  /** The revision of the newest alert that took part. */
  revision: number;
  /** JSON: the last accepted quote of each coin, and of each coin in the currencies of its alerts. */
  quotes: string;
  /** JSON: the rates of that time, by currency; null: none. */
  rates: string | null;
}

/** Quotes seen by a process and not yet evaluated. */
export interface AlertTickTable {
  source: AlertEvaluationTable['source'];
  as_of: number;
  /** JSON: the accepted quote of each coin. */
  quotes: string;
  /** JSON: the rates of that time, by currency; null: none. */
  rates: string | null;
}

/** One row: the last number taken by an armed alert or a firing. */
export interface AlertRevisionTable {
  value: number;
}

/** A user's notification settings; 1: on. */
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
  /** The URL that its messages are sent to. Keep it secret: it identifies the browser. */
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: number;
  /** Timeouts in a row, and how often it was paused for them. */
  timeouts: Generated<number>;
  pauses: Generated<number>;
  /** Until then nothing is sent; 0: it is not paused. */
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
  /** From then on it is not worth sending. */
  expires_at: number;
  tries: Generated<number>;
  /** The owner of the firing. */
  user_id: string;
  /** Of the endpoint. */
  host: string;
  /** Until then it is being sent; 0: it is not. */
  claimed_until: Generated<number>;
}

/** One row: the account that a push message was sent to last. Locked while the next ones are chosen. */
export interface PushTurnTable {
  user_id: string;
}

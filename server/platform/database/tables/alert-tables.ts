import type { Generated } from 'kysely';
import type { AlertCondition } from '#contract/alert-threshold.ts';

/** Prices, changes and thresholds are decimals, as they were written or quoted. */
export interface AlertTable {
  id: string;
  user_id: string;
  coin_id: string;
  symbol: string;
  name: string;
  condition: AlertCondition;
  threshold: string;
  status: 'active' | 'paused' | 'triggered';
  note: string | null;
  repeat: 'once' | 'every';
  cooldown_minutes: number;
  /** What becomes of a condition that holds already when the alert is armed. */
  when_true: 'wait' | 'fire';
  /** Grows by one whenever it becomes active, is edited while it is, or fires and stays so. */
  arming: number;
  armed_at: number;
  /** Of the quotes that were believed when it was armed; only what came after them can make it fire. */
  armed_as_of: number;
  /** What was believed of the coin then; null: nothing. */
  armed_price: string | null;
  armed_change: string | null;
  armed_source: 'coingecko' | 'simulated';
  /** A repeating alert does not fire on quotes from before this. */
  next_allowed_at: number | null;
  /** A new one, of all alerts, whenever a user arms it: names it in this form. */
  revision: number;
  created_at: number;
  triggered_at: number | null;
  triggered_price: string | null;
  /** The owner's revision when it was made. */
  ordinal: Generated<number>;
}

/** That an alert fired, once per arming. */
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
  change_24h: string | null;
  /** The last quote before the crossing, and the first after it. */
  crossed_after: number;
  crossed_by: number;
  /** When it was noticed. */
  fired_at: number;
  note: string | null;
  /** Ever growing in the order of commits. */
  number: number;
  seen_at: number | null;
  /** Whose quotes made it fire. */
  source: AlertEvaluationTable['source'];
}

/** How far the alerts are evaluated: one row a source. */
export interface AlertEvaluationTable {
  source: 'coingecko' | 'simulated';
  /** Of the last quotes that were evaluated; 0 before the first. */
  as_of: number;
  /** Of the newest alert that took part. */
  revision: number;
  /** JSON: what was last believed of each coin. */
  quotes: string;
}

/** Quotes that a process has seen, until alerts are evaluated on them. */
export interface AlertTickTable {
  source: AlertEvaluationTable['source'];
  as_of: number;
  /** JSON: what is believed of each coin. */
  quotes: string;
}

/** One row: the last number given to an alert that was armed, or to a firing. */
export interface AlertRevisionTable {
  value: number;
}

/** Where a user wants to be told; 1: there. */
export interface AlertSettingsTable {
  user_id: string;
  email: number;
  push: number;
  in_app: number;
}

/** A browser that takes push messages, with its keys: one a session, with which it goes. */
export interface PushSubscriptionTable {
  id: string;
  user_id: string;
  session_id: string;
  /** Where messages for it go; who knows it may send there, signed with our key. */
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: number;
}

/** A push message that waits to be sent. */
export interface PushDeliveryTable {
  id: string;
  firing_id: string;
  /** Which may be gone meanwhile. */
  subscription_id: string;
  /** When it is to be tried next. */
  due_at: number;
  /** From when on it is of no use. */
  expires_at: number;
  tries: Generated<number>;
}

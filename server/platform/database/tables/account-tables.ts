import type { Generated } from 'kysely';
import type { PaidTier, Tier } from '#contract/plans.ts';

/** An account. Many unproved ones may carry the same address; at most one has proved it. */
export interface UserTable {
  id: string;
  /** In lower case. */
  email: string;
  /** The address once it is proved, which makes it unique; null until then. */
  proved_email: string | null;
  first_name: string;
  last_name: string;
  /** What the account may: the higher of the next two. */
  tier: Tier;
  /** What it was given: by `DEFAULT_TIER`, or by the operator. */
  granted_tier: Generated<Tier>;
  /** What its subscription pays for; null: nothing. */
  paid_tier: Generated<PaidTier | null>;
  verified_at: number | null;
  created_at: number;
  last_used_at: number;
  /** What a transaction that must be alone with this user's rows changes first. */
  revision: Generated<number>;
}

export interface SessionTable {
  id: string;
  user_id: string;
  /** Hash of the cookie without which the session's token is worth nothing; null where the client has no cookies. */
  cookie_hash: string | null;
  user_agent: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** When the mailbox was last proved in this session. */
  proved_at: number | null;
}

/** Which accounts were made or opened in a browser, by the hash of the cookie that names it. */
export interface BrowserTable {
  name_hash: string;
  user_id: string;
  named_at: number;
}

/**
 * A code that was mailed, or the challenge that a passkey is to sign, and the hash of the secret that only the browser
 * which asked for it holds.
 */
export interface ChallengeTable {
  secret_hash: string;
  purpose: 'sign_in' | 'change_email' | 'add_passkey' | 'passkey_sign_in';
  /** Empty where nothing was mailed. */
  email: string;
  /** Whose address, or passkey, it is to become. */
  user_id: string | null;
  code_hash: string;
  tries: number;
  expires_at: number;
}

/** The public half of a passkey. Bytes as base64url. */
export interface PasskeyTable {
  id: string;
  user_id: string;
  /** What authenticators call it. */
  credential_id: string;
  /** COSE. */
  public_key: string;
  /** How often it was used, by its own count; 0 for good where it does not count. */
  counter: number;
  /** JSON: how browsers reach it, as they said when it was made. */
  transports: string;
  /** For people. */
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** What a program opens an account with. */
export interface ApiKeyTable {
  id: string;
  user_id: string;
  /** The key itself is not kept. */
  key_hash: string;
  /** For people. */
  name: string;
  created_at: number;
  /** Up to a minute late. */
  last_used_at: number | null;
}

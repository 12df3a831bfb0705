import type { Generated } from 'kysely';
import type { PaidTier, Tier } from '#contract/plans.ts';

/** An account. Any number of unverified ones may have the same address, but only one can verify it. */
export interface UserTable {
  id: string;
  /** In lower case. */
  email: string;
  /** The address once verified, which is unique; null until then. */
  proved_email: string | null;
  first_name: string;
  last_name: string;
  /** The effective tier: the higher of the next two. */
  tier: Tier;
  /** Granted by `DEFAULT_TIER` or by the operator. */
  granted_tier: Generated<Tier>;
  /** Paid for by a subscription; null: none. */
  paid_tier: Generated<PaidTier | null>;
  verified_at: number | null;
  created_at: number;
  last_used_at: number;
  /** Increased first by every transaction that needs this user's rows to itself (`lockOwner`). */
  revision: Generated<number>;
}

export interface SessionTable {
  id: string;
  user_id: string;
  /** Hash of the cookie without which the session's token is worthless; null where the client has no cookies. */
  cookie_hash: string | null;
  user_agent: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** When the user last proved in this session that the account is theirs. */
  proved_at: number | null;
}

/** The accounts created or opened in a browser, by the hash of the cookie that identifies it. */
export interface BrowserTable {
  name_hash: string;
  user_id: string;
  named_at: number;
}

/** A mailed code, or a challenge for a passkey to sign. Only the browser that asked for it has the secret. */
export interface ChallengeTable {
  secret_hash: string;
  purpose: 'sign_in' | 'change_email' | 'add_passkey' | 'passkey_sign_in';
  /** Empty where nothing was mailed. */
  email: string;
  /** The account that gets the new address or passkey. */
  user_id: string | null;
  code_hash: string;
  tries: number;
  expires_at: number;
}

/** The public half of a passkey. Bytes as base64url. */
export interface PasskeyTable {
  id: string;
  user_id: string;
  /** The authenticator's own id of it. */
  credential_id: string;
  /** COSE. */
  public_key: string;
  /** The authenticator's own count of its uses; always 0 where it does not count. */
  counter: number;
  /** JSON: how browsers can reach it, as reported when it was created. */
  transports: string;
  /** Chosen by the user. */
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** Gives a program access to an account. */
export interface ApiKeyTable {
  id: string;
  user_id: string;
  /** The key itself is not stored. */
  key_hash: string;
  /** Chosen by the user. */
  name: string;
  created_at: number;
  /** Up to a minute late. */
  last_used_at: number | null;
}

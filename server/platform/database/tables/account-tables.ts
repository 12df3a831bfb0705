import type { Generated } from 'kysely';
import type { SecurityEventKind } from '#contract/accounts/security-events.ts';
import type { PaidTier, Tier } from '#contract/plans.ts';

/** An account. Any number of unverified accounts may share an address, but only one can verify it. */
export interface UserTable {
  id: string;
  /** In lower case. */
  email: string;
  /** The verified address, which is unique; null until verified. */
  proved_email: string | null;
  first_name: string;
  last_name: string;
  /** The effective tier: the higher of the next two. */
  tier: Tier;
  /** Granted by `DEFAULT_TIER` or by the operator. */
  granted_tier: Generated<Tier>;
  /** Paid for by a subscription; null if none. */
  paid_tier: Generated<PaidTier | null>;
  verified_at: number | null;
  created_at: number;
  last_used_at: number;
  /** The currency in which the site shows amounts, in lower case. */
  display_currency: Generated<string>;
  /** When the operator locked it, refusing every sign-in and call; null if not locked. */
  locked_at: Generated<number | null>;
  /** Incremented first by every transaction that needs exclusive use of this user's rows (`lockOwner`). */
  revision: Generated<number>;
}

export interface SessionTable {
  id: string;
  user_id: string;
  /** Hash of the cookie without which the session's token is worthless; null if the client has no cookies. */
  cookie_hash: string | null;
  user_agent: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** When the user last proved in this session that they own the account. */
  proved_at: number | null;
}

/** The accounts created or opened in a browser, by the hash of the cookie that identifies it. */
export interface BrowserTable {
  name_hash: string;
  user_id: string;
  named_at: number;
}

/**
 * A browser's request for a mailed code, or for a challenge that a passkey signs. Only that browser has the secret. It
 * may enter codes with the same purpose, address and audience.
 */
export interface ChallengeTable {
  secret_hash: string;
  purpose: 'sign_in' | 'change_email' | 'add_passkey' | 'passkey_sign_in';
  /** Empty if nothing was mailed. */
  email: string;
  audience: Generated<CodeTable['audience']>;
  /** The account that gets the new address or passkey. */
  user_id: string | null;
  /** Hash of the bytes that the passkey signs; empty for codes. */
  code_hash: string;
  tries: number;
  expires_at: number;
}

/** A mailed code. It is derived from the id with a key, so it can be mailed again without being stored. */
export interface CodeTable {
  id: string;
  purpose: 'sign_in' | 'change_email';
  email: string;
  /**
   * `owner`: browsers known to the account of the address; `stranger`: all others; otherwise the id of the account that
   * is changing its address.
   */
  audience: string;
  code_hash: string;
  created_at: number;
  /** When it was last mailed; null if never. */
  mailed_at: number | null;
  expires_at: number;
}

/** Restores an account's old address. Only the e-mail to that address has the token. */
export interface EmailUndoTable {
  token_hash: string;
  user_id: string;
  old_email: string;
  created_at: number;
  expires_at: number;
}

/** An event concerning an account's security. */
export interface SecurityEventTable {
  id: string;
  user_id: string;
  kind: SecurityEventKind;
  /** The number of refused codes; 1 for all other events. */
  count: number;
  /** The browser; empty if it is not one of the account's. */
  user_agent: string;
  at: number;
}

/** The public key of a passkey. Bytes as base64url. */
export interface PasskeyTable {
  id: string;
  user_id: string;
  /** The id assigned by the authenticator. */
  credential_id: string;
  /** In COSE format. */
  public_key: string;
  /** The authenticator's use counter; always 0 if it does not count. */
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
  /** Its last four characters; null for keys from before they were kept. */
  last_four: Generated<string | null>;
  /** 1 if it can't change anything. */
  is_read_only: Generated<number>;
  /** Null if it works until it is deleted. */
  expires_at: Generated<number | null>;
  /** Chosen by the user. */
  name: string;
  created_at: number;
  /** May lag by up to a minute. */
  last_used_at: number | null;
}

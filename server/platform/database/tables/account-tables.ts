import type { Generated } from 'kysely';
import type { SecurityEventKind } from '#contract/accounts/security-events.ts';
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
  /** The currency in which the site shows figures, in lower case. */
  display_currency: Generated<string>;
  /** Since when the operator refuses every sign-in and call; null: not locked. */
  locked_at: Generated<number | null>;
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

/**
 * A browser's request for a mailed code, or for a challenge that a passkey signs. Only that browser has the secret. The
 * codes that it may enter are those of the same purpose, address and audience.
 */
export interface ChallengeTable {
  secret_hash: string;
  purpose: 'sign_in' | 'change_email' | 'add_passkey' | 'passkey_sign_in';
  /** Empty where nothing was mailed. */
  email: string;
  audience: Generated<CodeTable['audience']>;
  /** The account that gets the new address or passkey. */
  user_id: string | null;
  /** Of the bytes that the passkey signs; empty for codes. */
  code_hash: string;
  tries: number;
  expires_at: number;
}

/** A mailed code. It is made from the id with a key, so it can be mailed again and is not stored. */
export interface CodeTable {
  id: string;
  purpose: 'sign_in' | 'change_email';
  email: string;
  /** `owner`: browsers that the account of the address knows; `stranger`: all others; else the id of the account that changes its address. */
  audience: string;
  code_hash: string;
  created_at: number;
  /** When it was last mailed; null: never. */
  mailed_at: number | null;
  expires_at: number;
}

/** Restores the old address of an account. Only the mail to that address has the token. */
export interface EmailUndoTable {
  token_hash: string;
  user_id: string;
  old_email: string;
  created_at: number;
  expires_at: number;
}

/** What happened to the security of an account. */
export interface SecurityEventTable {
  id: string;
  user_id: string;
  kind: SecurityEventKind;
  /** How many codes were refused; 1 for everything else. */
  count: number;
  /** The browser; empty where it is not the account's own. */
  user_agent: string;
  at: number;
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
  /** Its last four characters; null for keys from before they were kept. */
  last_four: Generated<string | null>;
  /** 1: it can't change anything. */
  is_read_only: Generated<number>;
  /** Null: it works until it is deleted. */
  expires_at: Generated<number | null>;
  /** Chosen by the user. */
  name: string;
  created_at: number;
  /** Up to a minute late. */
  last_used_at: number | null;
}

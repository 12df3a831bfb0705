import type { Tier } from '#contract/plans.ts';
import type { ChallengeTable } from '#server/platform/database/tables/account-tables.ts';
import type { Mail } from '#server/platform/jobs/outbox.ts';

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly tier: Tier;
  readonly isProved: boolean;
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  /** Null: a client without cookies. */
  readonly cookieHash: string | null;
  readonly userAgent: string;
  readonly expiresAt: number;
  readonly isProof: boolean;
}

export interface NewChallenge {
  readonly secretHash: string;
  readonly purpose: ChallengeTable['purpose'];
  /** Empty where nothing is mailed. */
  readonly email: string;
  /** With whose account it ends; null: nobody's. */
  readonly userId: string | null;
  readonly codeHash: string;
  readonly expiresAt: number;
}

/** What can be done to accounts within one transaction: all of it or nothing. */
export interface AccountTx {
  /** A new account with all that every account has from the start. */
  addUser(user: NewUser): Promise<void>;
  /** Makes the address the account's own, and ends its sessions. False: the account is gone, or proved already. */
  proveUser(userId: string, email: string): Promise<boolean>;
  /** Gives a proved account another address. */
  changeEmail(userId: string, email: string): Promise<void>;
  /** The id of the account that has proved the address. */
  findProvedUser(email: string): Promise<string | undefined>;
  /** Unproved accounts that carry the address and were made in this browser, the last used first. */
  listUnproven(browserHash: string, email: string): Promise<string[]>;
  /** Moves all that belongs to one account into another and ends the first. */
  mergeUser(fromUserId: string, toUserId: string): Promise<void>;
  addSession(session: NewSession): Promise<void>;
  renewProof(sessionId: string): Promise<void>;
  endSession(sessionId: string): Promise<void>;
  /** Notes that the account was made or opened in this browser. */
  nameBrowser(browserHash: string, userId: string): Promise<void>;
  addChallenge(challenge: NewChallenge): Promise<void>;
  /** False: it was used up before. */
  useChallenge(secretHash: string): Promise<boolean>;
  addMail(mail: Mail): Promise<void>;
}

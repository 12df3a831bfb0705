import type { SessionUser } from '#server/platform/http/request-user.ts';

/** A live session, read from a request. */
export interface SignedIn extends SessionUser {
  readonly token: string;
  readonly userAgent: string;
}

/** What is known about a client that signs up or in. */
export interface Visitor {
  /** The request's network. */
  readonly network: string;
  readonly userAgent: string;
  /** Whether the request came from a browser, which keeps cookies. */
  readonly isBrowser: boolean;
  /** The secret that identifies the browser. */
  readonly browserSecret: string | undefined;
  /** The secret of the browser's request for a code. */
  readonly challengeSecret: string | undefined;
  /** The secret of the challenge that the browser had a passkey sign. */
  readonly passkeySecret: string | undefined;
  readonly session: SignedIn | undefined;
  /** The visitor's display currency. */
  readonly currency: string;
}

/** A signed-in visitor. */
export type Member = Visitor & { readonly session: SignedIn };

/** A new session, and the secrets that the client has to keep. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly token: string;
  /** For the cookie without which the token is worthless; null if the client has no cookies. */
  readonly sessionSecret: string | null;
  readonly browserSecret: string;
}

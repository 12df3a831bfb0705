import type { SessionUser } from '#server/platform/http/request-user.ts';

/** A live session, as read from the request that carries it. */
export interface SignedIn extends SessionUser {
  readonly token: string;
  readonly userAgent: string;
}

/** What is known of a client that signs up or in. */
export interface Visitor {
  /** The network the request comes from. */
  readonly network: string;
  readonly userAgent: string;
  /** Whether a browser, which keeps cookies, made the request. */
  readonly isBrowser: boolean;
  /** The secret that identifies the browser. */
  readonly browserSecret: string | undefined;
  /** The secret of the browser's own request for a code. */
  readonly challengeSecret: string | undefined;
  /** The secret of the challenge the browser had a passkey sign. */
  readonly passkeySecret: string | undefined;
  readonly session: SignedIn | undefined;
  /** The currency in which the visitor has figures shown. */
  readonly currency: string;
}

/** A visitor who is signed in. */
export type Member = Visitor & { readonly session: SignedIn };

/** A new session, with what the client has to keep. */
export interface OpenedSession {
  readonly token: string;
  /** For the cookie without which the token is worthless; null if the client has no cookies. */
  readonly sessionSecret: string | null;
  readonly browserSecret: string;
}

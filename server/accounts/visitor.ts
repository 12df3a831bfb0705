import type { SessionUser } from '#server/platform/http/request-user.ts';

/** A live session, as the request that carries it shows it. */
export interface SignedIn extends SessionUser {
  readonly token: string;
  /** When the mailbox was last proved in this session, in milliseconds; null: never. */
  readonly provedAt: number | null;
}

/** Who asks to be let in, as far as can be known. */
export interface Visitor {
  /** The network that the request comes from. */
  readonly network: string;
  readonly userAgent: string;
  /** Whether a browser made the request, which keeps cookies. */
  readonly isBrowser: boolean;
  /** The secret that names the browser. */
  readonly browserSecret: string | undefined;
  /** The secret of the browser's own request for a code. */
  readonly challengeSecret: string | undefined;
  /** The secret of what the browser has asked a passkey to sign. */
  readonly passkeySecret: string | undefined;
  readonly session: SignedIn | undefined;
}

/** A visitor who is signed in. */
export type Member = Visitor & { readonly session: SignedIn };

/** A session that was begun, with what the client has to keep. */
export interface OpenedSession {
  readonly token: string;
  /** For a cookie without which the token is worth nothing; null: the client has no cookies. */
  readonly sessionSecret: string | null;
  readonly browserSecret: string;
}

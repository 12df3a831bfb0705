import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultCurrency, readCurrencyCode } from '#contract/currencies/currency.ts';
import { currencyCookie, currencyCookieSeconds } from '#contract/currencies/currency-cookie.ts';
import type { Cookies } from '#server/platform/http/cookies.ts';
import { isFromBrowser, readUserAgent } from '#server/platform/http/request-origin.ts';
import { networkOf } from '#server/platform/net/network-of.ts';
import { browserNameLifeMs, codeLifeMs, passkeyChallengeLifeMs } from './policy.ts';
import type { Authentication } from './sessions/authentication.ts';
import type { SessionCookie } from './sessions/session-cookie.ts';
import type { OpenedSession, Visitor } from './visitor.ts';

/** What a client keeps between requests. Browsers keep it in cookies; other clients read it from response bodies. */
export interface ClientCookies {
  /** `challenge`: the secret that a client without cookies sends in the body. */
  readVisitor(request: FastifyRequest, challenge?: string): Promise<Visitor>;
  keepSession(reply: FastifyReply, session: OpenedSession): void;
  dropSession(reply: FastifyReply): void;
  /** Keeps the secret by which accounts know the browser. */
  keepBrowser(reply: FastifyReply, secret: string): void;
  /** Returns the fields to add to the response body. Empty for browsers, whose scripts must not see the secret. */
  keepChallenge(
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string | undefined,
  ): { challenge?: string };
  dropChallenge(reply: FastifyReply): void;
  /** Uses a separate cookie, because a visitor waiting for a code may try a passkey in the meantime. */
  keepPasskeyChallenge(reply: FastifyReply, secret: string): void;
  dropPasskeyChallenge(reply: FastifyReply): void;
  /** Makes the next page render in this currency. */
  keepCurrency(request: FastifyRequest, reply: FastifyReply, code: string): void;
}

export interface ClientCookiesDeps {
  readonly authentication: Authentication;
  readonly cookies: Cookies;
  readonly sessionCookie: SessionCookie;
  /** Whether cookies may only be sent over HTTPS or to this machine. */
  readonly hasSecureCookies: boolean;
  readonly isCurrency: (code: string) => boolean;
}

const browserCookie = 'browser';
const challengeCookie = 'challenge';
const passkeyCookie = 'passkey';

export function createClientCookies(deps: ClientCookiesDeps): ClientCookies {
  const { authentication, cookies, sessionCookie, hasSecureCookies, isCurrency } = deps;

  function readCurrency(request: FastifyRequest): string {
    const code = readCurrencyCode(request.cookies[currencyCookie]);
    return code !== null && isCurrency(code) ? code : defaultCurrency;
  }

  const keepBrowser = (reply: FastifyReply, secret: string) =>
    cookies.set(reply, browserCookie, secret, browserNameLifeMs);

  return {
    keepBrowser,

    async readVisitor(request, challenge) {
      return {
        network: networkOf(request.ip),
        userAgent: readUserAgent(request),
        isBrowser: isFromBrowser(request),
        browserSecret: cookies.get(request, browserCookie),
        challengeSecret: challenge ?? cookies.get(request, challengeCookie),
        passkeySecret: cookies.get(request, passkeyCookie),
        session: await authentication.findSession(request),
        currency: readCurrency(request),
      };
    },

    keepSession(reply, { sessionSecret, browserSecret }) {
      if (sessionSecret !== null) sessionCookie.set(reply, sessionSecret);
      keepBrowser(reply, browserSecret);
    },

    dropSession: (reply) => sessionCookie.clear(reply),

    keepChallenge(request, reply, secret) {
      if (secret === undefined) return {};
      cookies.set(reply, challengeCookie, secret, codeLifeMs);
      return isFromBrowser(request) ? {} : { challenge: secret };
    },

    dropChallenge: (reply) => cookies.clear(reply, challengeCookie),

    keepPasskeyChallenge: (reply, secret) =>
      cookies.set(reply, passkeyCookie, secret, passkeyChallengeLifeMs),

    dropPasskeyChallenge: (reply) => cookies.clear(reply, passkeyCookie),

    keepCurrency(request, reply, code) {
      if (code === readCurrency(request)) return;
      // Not `httpOnly`: scripts set it too when the visitor picks another currency.
      reply.setCookie(currencyCookie, code, {
        path: '/',
        maxAge: currencyCookieSeconds,
        sameSite: 'lax',
        secure: hasSecureCookies,
      });
    },
  };
}

import type { FastifyInstance } from 'fastify';
import { createRequireUser } from './accounts/api-key-authentication.ts';
import { registerApiKeyRoutes } from './accounts/api-key-routes.ts';
import { createApiKeyService, type RefuseApi } from './accounts/api-key-service.ts';
import { createApiKeyStore } from './accounts/api-key-store.ts';
import { createAuthentication } from './accounts/authentication.ts';
import { createChallengeStore } from './accounts/challenge-store.ts';
import { createChallenges } from './accounts/challenges.ts';
import { createClientState } from './accounts/client-state.ts';
import { createHashes, type Hashes } from './accounts/hashes.ts';
import { createAccountLimits } from './accounts/limits.ts';
import { createPasskeyChallenges } from './accounts/passkey-challenges.ts';
import { registerPasskeyRoutes } from './accounts/passkey-routes.ts';
import { createPasskeyService } from './accounts/passkey-service.ts';
import { createPasskeySignInService } from './accounts/passkey-sign-in-service.ts';
import { createPasskeyStore } from './accounts/passkey-store.ts';
import { registerProfileRoutes } from './accounts/profile-routes.ts';
import { createProfileService, type ProfileDeps } from './accounts/profile-service.ts';
import { registerSignInRoutes } from './accounts/routes.ts';
import { registerSessionRoutes } from './accounts/session-routes.ts';
import { createSessionStore } from './accounts/session-store.ts';
import { createSignInService } from './accounts/sign-in-service.ts';
import type { AccountStoreDeps } from './accounts/store.ts';
import { createAccountStore } from './accounts/store.ts';
import { createTokens } from './accounts/tokens.ts';
import { createUserStore } from './accounts/user-store.ts';
import type { SignedIn } from './accounts/visitor.ts';
import { createWebAuthn } from './accounts/webauthn.ts';
import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import { createCookies } from './platform/cookies.ts';
import type { Database } from './platform/database.ts';
import { registerInboxRoutes } from './platform/inbox-routes.ts';
import { createMemoryRateLimiter } from './platform/memory-rate-limit.ts';
import { createOutbox } from './platform/outbox.ts';
import type { FindLiveSessions } from './platform/personal-streams.ts';
import { createRateLimiter, unlimited } from './platform/rate-limit.ts';
import type { RequireUser } from './platform/request-user.ts';
import { deriveKey } from './platform/secret.ts';
import { createUserGate, type UserGate } from './platform/user-gate.ts';

export interface AccountsDeps extends Pick<AccountStoreDeps, 'onAccountCreated' | 'mergers'> {
  readonly config: Config;
  readonly database: Database;
  /** What keys and hashes come from. */
  readonly secret: string;
  readonly publicUrl: () => string;
  readonly clock: Clock;
  readonly refuseApi: RefuseApi;
}

/** Accounts, composed over the database: the gate for all that needs a user, and the routes. */
export interface Accounts {
  /** For who has signed in, and no program with a key. */
  readonly sessionGate: UserGate<SignedIn>;
  readonly requireSession: RequireUser<SignedIn>;
  /** For users, and programs of theirs with an API key. */
  readonly gate: UserGate;
  readonly requireUser: RequireUser;
  readonly findLiveSessions: FindLiveSessions;
  registerRoutes(app: FastifyInstance, exporters: ProfileDeps['exporters']): void;
}

/** How many API keys are counted at once: some 25 MB where each is used as often as it may. */
const busyKeys = 10_000;

export function createAccounts(deps: AccountsDeps): Accounts {
  const { config, database, secret, publicUrl, clock } = deps;
  const { isRateLimited, defaultTier } = config.accounts;
  const hashes = createHashes(secret);
  const tokens = createTokens(deriveKey(secret, 'tokens'), clock);
  const cookies = createCookies(config.hasSecureCookies);
  const users = createUserStore(database);
  const sessions = createSessionStore(database, clock);
  const outbox = createOutbox(database, clock);
  const store = createAccountStore({ ...deps, db: database, outbox });
  const challenges = createChallenges({ store: createChallengeStore(database, clock), hashes, clock });
  const limiterKey = deriveKey(secret, 'rate limits');
  const limiter = isRateLimited ? createRateLimiter({ db: database, key: limiterKey, clock }) : unlimited;
  const callLimiter = isRateLimited ? createMemoryRateLimiter({ clock, maxSubjects: busyKeys }) : unlimited;
  const limits = createAccountLimits(limiter);
  const authentication = createAuthentication({ sessions, tokens, hashes, cookies, clock });
  const { requireSession } = authentication;
  const sessionGate = createUserGate(requireSession);
  const apiKeys = createApiKeyStore({ db: database, clock, outbox });
  const requireUser = createRequireUser({ ...deps, apiKeys, hashes, callLimiter, requireSession });
  const base = { store, users, challenges, limits, hashes, tokens, clock, publicUrl };
  const common = { ...base, ...createPasskeyParts(deps, hashes) };
  return {
    sessionGate,
    requireSession,
    gate: createUserGate(requireUser),
    requireUser,
    findLiveSessions: authentication.findLiveSessions,
    registerRoutes(app, exporters) {
      const passkeys = createPasskeyService(common);
      const keys = createApiKeyService({ ...deps, apiKeys, hashes, limits });
      const routes = {
        signIn: createSignInService({ ...common, defaultTier }),
        profile: createProfileService({
          ...common,
          sessions,
          exporters: { ...exporters, passkeys: passkeys.listPasskeys, apiKeys: keys.listKeys },
        }),
        passkeys,
        passkeySignIn: createPasskeySignInService(common),
        client: createClientState(authentication, cookies),
        gate: sessionGate,
        keys,
        publicUrl,
      };
      registerSignInRoutes(app, routes);
      registerProfileRoutes(app, routes);
      registerSessionRoutes(app, routes);
      registerPasskeyRoutes(app, routes);
      registerApiKeyRoutes(app, routes);
      if (config.mail.smtpUrl === undefined) registerInboxRoutes(app, { outbox });
    },
  };
}

function createPasskeyParts({ database, publicUrl, clock }: AccountsDeps, hashes: Hashes) {
  const store = createChallengeStore(database, clock);
  return {
    passkeys: createPasskeyStore({ db: database, clock, outbox: createOutbox(database, clock) }),
    passkeyChallenges: createPasskeyChallenges({ store, hashes, clock }),
    webAuthn: createWebAuthn(publicUrl),
  };
}

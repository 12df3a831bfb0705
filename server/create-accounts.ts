import type { FastifyInstance } from 'fastify';
import { createRequireUser } from '#server/accounts/api-keys/authentication.ts';
import { registerApiKeyRoutes } from '#server/accounts/api-keys/routes.ts';
import { createApiKeyService, type RefuseApi } from '#server/accounts/api-keys/service.ts';
import { createApiKeyStore } from '#server/accounts/api-keys/store.ts';
import { createPasskeyChallengeService } from '#server/accounts/passkeys/challenge-service.ts';
import { registerPasskeyRoutes } from '#server/accounts/passkeys/routes.ts';
import { createPasskeyService } from '#server/accounts/passkeys/service.ts';
import { createPasskeySignInService } from '#server/accounts/passkeys/sign-in-service.ts';
import { createPasskeyStore } from '#server/accounts/passkeys/store.ts';
import { createWebAuthn } from '#server/accounts/passkeys/webauthn.ts';
import { registerProfileRoutes } from '#server/accounts/profile/routes.ts';
import { createProfileService, type ProfileDeps } from '#server/accounts/profile/service.ts';
import { type AccountServiceDeps, createAccountService } from '#server/accounts/service.ts';
import { createAuthentication } from '#server/accounts/sessions/authentication.ts';
import { registerSessionRoutes } from '#server/accounts/sessions/routes.ts';
import { createSessionService } from '#server/accounts/sessions/service.ts';
import { createSessionStore } from '#server/accounts/sessions/store.ts';
import { createTokens } from '#server/accounts/sessions/tokens.ts';
import { createChallengeService } from '#server/accounts/sign-in/challenge-service.ts';
import { createChallengeStore } from '#server/accounts/sign-in/challenge-store.ts';
import { createAccountLimits } from '#server/accounts/sign-in/limits.ts';
import { registerSignInRoutes } from '#server/accounts/sign-in/routes.ts';
import { createSignInService } from '#server/accounts/sign-in/service.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createCookies } from '#server/platform/http/cookies.ts';
import type { RequireUser } from '#server/platform/http/request-user.ts';
import { createUserGate, type UserGate } from '#server/platform/http/user-gate.ts';
import { createOutbox } from '#server/platform/jobs/outbox.ts';
import { deriveKey } from '#server/platform/keys.ts';
import { createMemoryRateLimiter } from '#server/platform/limits/memory-rate-limit.ts';
import { createRateLimiter, unlimited } from '#server/platform/limits/rate-limit.ts';
import { registerInboxRoutes } from '#server/platform/mail/inbox-routes.ts';
import type { FindLiveSessions } from '#server/platform/streams/personal-streams.ts';
import { createClientState } from './accounts/client-state.ts';
import { createHashes } from './accounts/hashes.ts';
import { createUserStore } from './accounts/user-store.ts';
import type { SignedIn } from './accounts/visitor.ts';
import type { Clock } from './platform/clock.ts';

export interface AccountsDeps extends Pick<AccountServiceDeps, 'onAccountCreated' | 'mergers'> {
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
  const challengeStore = createChallengeStore(database, clock);
  const challenges = createChallengeService({ store: challengeStore, hashes, clock });
  const db = database;
  const limiterKey = deriveKey(secret, 'rate limits');
  const limiter = isRateLimited ? createRateLimiter({ db: database, key: limiterKey, clock }) : unlimited;
  const callLimiter = isRateLimited ? createMemoryRateLimiter({ clock, maxSubjects: busyKeys }) : unlimited;
  const limits = createAccountLimits(limiter);
  const authentication = createAuthentication({ sessions, tokens, hashes, cookies, clock });
  const { requireSession } = authentication;
  const sessionGate = createUserGate(requireSession);
  const apiKeys = createApiKeyStore(db, clock);
  const requireUser = createRequireUser({ ...deps, apiKeys, hashes, callLimiter, requireSession });
  const common = {
    db,
    users,
    outbox,
    challenges,
    limits,
    hashes,
    clock,
    publicUrl,
    accounts: createAccountService({ ...deps, users, hashes }),
    sessionService: createSessionService({ sessions, users, hashes, tokens, clock }),
    passkeys: createPasskeyStore(db, clock),
    passkeyChallenges: createPasskeyChallengeService({ db, store: challengeStore, hashes, clock }),
    webAuthn: createWebAuthn(publicUrl),
  };
  return {
    sessionGate,
    requireSession,
    gate: createUserGate(requireUser),
    requireUser,
    findLiveSessions: authentication.findLiveSessions,
    registerRoutes(app, exporters) {
      const passkeys = createPasskeyService(common);
      const keys = createApiKeyService({ ...common, apiKeys, refuseApi: deps.refuseApi });
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

import type { Config } from '#server/config/config.ts';
import { createCookies } from '#server/platform/http/cookies.ts';
import { createUserGate } from '#server/platform/http/user-gate.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import { deriveKey } from '#server/platform/keys.ts';
import { createCallRateLimiter } from '#server/platform/limits/call-rate-limiter.ts';
import { removeExpiredRateLimits } from '#server/platform/limits/database-rate-limiter.ts';
import { createMemoryRateLimiter } from '#server/platform/limits/memory-rate-limiter.ts';
import type { Access, Job, Module, UserData } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { createRequireUser } from './api-keys/authentication.ts';
import { registerApiKeyRoutes } from './api-keys/routes.ts';
import { createApiKeyService, type RefuseApi } from './api-keys/service.ts';
import { createApiKeyStore } from './api-keys/store.ts';
import { createClientCookies } from './client-cookies.ts';
import { createHashes } from './hashes.ts';
import { createPasskeyChallengeService } from './passkeys/challenge-service.ts';
import { registerPasskeyRoutes } from './passkeys/routes.ts';
import { createPasskeyService } from './passkeys/service.ts';
import { createPasskeySignInService } from './passkeys/sign-in-service.ts';
import { createPasskeyStore } from './passkeys/store.ts';
import { createWebAuthn } from './passkeys/webauthn.ts';
import { createEmailChangeService } from './profile/email-change-service.ts';
import { createEmailUndoStore } from './profile/email-undo-store.ts';
import { createPortableCurrency } from './profile/portable-currency-store.ts';
import { createPortableService } from './profile/portable-service.ts';
import { registerProfileRoutes } from './profile/routes.ts';
import { createProfileService } from './profile/service.ts';
import { createRefusedTries } from './security-events/refused-tries-service.ts';
import { registerSecurityEventRoutes } from './security-events/routes.ts';
import { listEvents } from './security-events/service.ts';
import { createAccountService } from './service.ts';
import { createAuthentication } from './sessions/authentication.ts';
import { createSessionOpening } from './sessions/opening-service.ts';
import { registerSessionRoutes } from './sessions/routes.ts';
import { createSessionService } from './sessions/service.ts';
import { createSessionCookie } from './sessions/session-cookie.ts';
import { createSessionStore } from './sessions/store.ts';
import { createTokens } from './sessions/tokens.ts';
import { createChallengeStore } from './sign-in/challenge-store.ts';
import { createCodeService } from './sign-in/code-service.ts';
import { createCodeStore } from './sign-in/code-store.ts';
import { createAccountLimits } from './sign-in/limits.ts';
import { createProvenSignIn } from './sign-in/proven-sign-in-service.ts';
import { registerSignInRoutes } from './sign-in/routes.ts';
import { createSignInService } from './sign-in/service.ts';
import { createSweep, sweepEveryMs } from './sweep.ts';
import { createUserStore } from './user-store.ts';

export interface AccountsDeps
  extends Pick<
    SharedParts,
    | 'database'
    | 'outbox'
    | 'lease'
    | 'holder'
    | 'limiter'
    | 'clock'
    | 'logger'
    | 'redis'
    | 'presence'
    | 'servers'
    | 'secret'
    | 'previousSecret'
    | 'publicUrl'
  > {
  readonly config: Pick<Config, 'accounts' | 'mail' | 'site' | 'hasSecureCookies'>;
  readonly refuseApi: RefuseApi;
  /** Whether amounts can be shown in the currency with this lower-case code. */
  readonly isCurrency: (code: string) => boolean;
  /** The data that other domains store about users. */
  readonly userData: readonly UserData[];
}

export interface AccountsModule extends Module {
  readonly access: Access;
  readonly jobs: readonly Job[];
}

/** How many API keys have their calls counted at the same time: about 25 MB if each is used up to its limit. */
const maxCountedKeys = 10_000;
/** How long expired e-mails stay readable in the local inbox. */
const inboxGraceMs = 7 * 24 * 60 * 60_000;

/** Accounts: signing in and out, passkeys, API keys, the profile, and the gates of everything that needs a user. */
export function createAccountsModule(deps: AccountsDeps): AccountsModule {
  const parts = createAccountParts(deps);
  const { sessions, users, challengeStore, codeStore, authentication, sessionGate, requireUser } = parts;
  return {
    access: {
      gate: createUserGate(requireUser),
      requireUser,
      sessionGate,
      requireSession: authentication.requireSession,
      findLiveSessions: authentication.findLiveSessions,
    },
    jobs: [
      parts.refusedTries,
      createSweepJob(deps, { users, sessions, challenges: challengeStore, codes: codeStore }),
    ],
    registerRoutes(app) {
      const routes = createRouteDeps(deps, parts);
      registerSignInRoutes(app, routes);
      registerProfileRoutes(app, routes);
      registerSessionRoutes(app, routes);
      registerPasskeyRoutes(app, routes);
      registerApiKeyRoutes(app, routes);
      registerSecurityEventRoutes(app, {
        gate: sessionGate,
        listEvents: (userId) => listEvents(deps.database, userId),
      });
    },
  };
}

function createAccountParts(deps: AccountsDeps) {
  const { config, database, outbox, limiter, secret, previousSecret, clock, userData } = deps;
  const hashes = createHashes(secret, previousSecret);
  const previousKey = previousSecret === undefined ? undefined : deriveKey(previousSecret, 'tokens');
  const tokens = createTokens(deriveKey(secret, 'tokens'), clock, previousKey);
  const cookies = createCookies(config.hasSecureCookies);
  const users = createUserStore(database);
  const sessions = createSessionStore(database, clock);
  const challengeStore = createChallengeStore(database, clock);
  const codeStore = createCodeStore(database, clock);
  const apiKeys = createApiKeyStore(database, clock);
  const sessionCookie = createSessionCookie(cookies);
  const authentication = createAuthentication({ sessions, tokens, hashes, sessionCookie, clock });
  const { requireSession } = authentication;
  const sessionOpening = createSessionOpening({ sessions, users, hashes, tokens, clock });
  const callLimiter = createCallRateLimiter({
    ...deps,
    name: 'api-keys',
    maxSubjects: maxCountedKeys,
    alone: createMemoryRateLimiter({ clock, maxSubjects: maxCountedKeys }),
  });
  return {
    db: database,
    outbox,
    siteName: config.site.name,
    users,
    accounts: createAccountService({
      users,
      hashes,
      clock,
      onAccountCreated: userData.flatMap((data) => data.onAccountCreated ?? []),
      mergeObstacles: userData.flatMap((data) => data.mergeObstacles ?? []),
      mergers: userData.flatMap((data) => data.mergers ?? []),
    }),
    sessionOpening,
    provenSignIn: createProvenSignIn({
      ...deps,
      siteName: config.site.name,
      users,
      sessionOpening,
      hashes,
      onSessionReplaced: userData.flatMap((data) => data.onSessionReplaced ?? []),
    }),
    refusedTries: createRefusedTries({ ...deps, db: database, users }),
    emailUndos: createEmailUndoStore(clock),
    passkeys: createPasskeyStore(database, clock),
    codes: createCodeService({ store: codeStore, challenges: challengeStore, db: database, hashes, clock }),
    limits: createAccountLimits(limiter),
    requireUser: createRequireUser({ ...deps, apiKeys, hashes, callLimiter, requireSession }),
    sessionGate: createUserGate(requireSession),
    ...{
      hashes,
      tokens,
      cookies,
      sessions,
      challengeStore,
      codeStore,
      apiKeys,
      authentication,
      sessionCookie,
    },
  };
}

function createRouteDeps(deps: AccountsDeps, parts: ReturnType<typeof createAccountParts>) {
  const { database, clock, publicUrl, userData } = deps;
  const { challengeStore, hashes, authentication, cookies, sessionCookie } = parts;
  const common = {
    ...parts,
    clock,
    logger: deps.logger,
    publicUrl,
    passkeyChallenges: createPasskeyChallengeService({ db: database, store: challengeStore, hashes, clock }),
    webAuthn: createWebAuthn({ siteName: parts.siteName, publicUrl }),
  };
  const sessionService = createSessionService(common);
  const passkeys = createPasskeyService(common);
  const keys = createApiKeyService({ ...common, refuseApi: deps.refuseApi });
  const exporters = Object.assign({}, ...userData.map((data) => data.exporters));
  const portable = createPortableService(
    database,
    Object.assign(
      { displayCurrency: createPortableCurrency(database) },
      ...userData.map((data) => data.portable),
    ),
  );
  return {
    signIn: createSignInService({ ...common, defaultTier: deps.config.accounts.defaultTier }),
    profile: createProfileService({
      ...common,
      sessionService,
      isCurrency: deps.isCurrency,
      readPortable: portable.read,
      exporters: {
        ...exporters,
        passkeys: passkeys.listPasskeys,
        apiKeys: keys.listKeys,
        securityEvents: (userId) => listEvents(database, userId),
      },
    }),
    sessionService,
    portable,
    emailChange: createEmailChangeService(common),
    passkeys,
    passkeySignIn: createPasskeySignInService(common),
    client: createClientCookies({
      authentication,
      cookies,
      sessionCookie,
      hasSecureCookies: deps.config.hasSecureCookies,
      isCurrency: deps.isCurrency,
    }),
    gate: parts.sessionGate,
    limits: parts.limits,
    keys,
    publicUrl,
  };
}

function createSweepJob(
  deps: AccountsDeps,
  stores: Pick<Parameters<typeof createSweep>[0], 'users' | 'sessions' | 'challenges' | 'codes'>,
): Job {
  const { config, database, clock } = deps;
  return createPeriodicJob({
    ...deps,
    name: 'accounts-sweep',
    everyMs: sweepEveryMs,
    run: createSweep({
      ...deps,
      ...stores,
      removeExpiredRateLimits: () => removeExpiredRateLimits(database, clock),
      mailGraceMs: config.mail.smtpUrl === undefined ? inboxGraceMs : 0,
    }),
  });
}

export { sessionIdleMs } from './policy.ts';
export { createUserDirectory, type UserDirectory } from './user-directory-service.ts';

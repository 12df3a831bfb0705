import { guideNames, guidePath } from '#contract/guides.ts';

/*
 * Every route of the server, and its answer to each kind of user. Calls with an id (of a holding, a portfolio, a
 * session, a passkey, an API key) use one of the owner's: anyone else gets the answer for an unknown id.
 */

/** `owner` and `other` are on the free plan; all except `guest` and `unverified` have a verified address. */
export const kinds = ['guest', 'unverified', 'owner', 'other', 'pro', 'premium'] as const;
export type Kind = (typeof kinds)[number];

/** The owner's items: the ids used in calls. */
export interface OwnedIds {
  readonly portfolioId: string;
  readonly holdingId: string;
  readonly alertId: string;
  readonly walletId: string;
  readonly importId: string;
  readonly sessionId: string;
  readonly passkeyId: string;
  readonly apiKeyId: string;
}

type Given<T> = T | ((ids: OwnedIds) => T);

export interface Case {
  readonly path: Given<string>;
  readonly body?: Given<object> | undefined;
  /** Status by kind. */
  readonly expected: Readonly<Record<Kind, number>>;
}

const all = (status: number): Case['expected'] => ({
  guest: status,
  unverified: status,
  owner: status,
  other: status,
  pro: status,
  premium: status,
});
const members = (status: number) => ({ ...all(status), guest: 401 });
const ownerAlone = (status: number) => ({ ...all(404), guest: 401, owner: status });
/** Refused on the free plan. `guest`: the status for guests, who get the same refusal if the call is open to them. */
const paidOnly = (status: number, guest: number) => ({ ...all(403), guest, pro: status, premium: status });
const premiumOnly = (status: number) => ({ ...all(403), premium: status });
const verifiedOnly = (status: number) => ({ ...members(status), unverified: 403 });

const at = (path: Case['path'], expected: Case['expected'], body?: Case['body']): Case => ({
  path,
  expected,
  body,
});

const ethereum = { coinId: 'ethereum', symbol: 'ETH', name: 'Ethereum' };
const transaction = {
  type: 'buy',
  occurredAt: '2024-01-01T00:00:00Z',
  in: { coinId: 'bitcoin', amount: '1' },
};
const holding = { ...ethereum, amount: '1.5', purchasePrice: null };
const alert = { ...ethereum, condition: 'price_above', threshold: '5000' };
const rehearsal = { coinId: 'bitcoin', condition: 'price_above', threshold: '110' };
const browser = {
  endpoint: 'https://push.example/browser',
  // A well-known point of the curve.
  keys: {
    p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
    auth: 'AAAAAAAAAAAAAAAAAAAAAA',
  },
};
const person = { firstName: 'Eve', lastName: 'New' };
const unusedCode = 'AAAA-AAAA';
const unknownCredential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const unknownReportId = '00000000-0000-7000-8000-000000000000';
const history = '/api/cryptocurrencies/bitcoin/history';
const candles = '/api/cryptocurrencies/bitcoin/ohlc';
const portfolio = ({ portfolioId }: OwnedIds) => `/api/portfolios/${portfolioId}`;

/** Static files of the built pages, served to anyone, without user data. */
export const publicFiles: ReadonlySet<string> = new Set(
  [
    '/.well-known/security.txt',
    '/alerts-worker.js',
    '/assets/*',
    '/favicon.ico',
    '/mark.svg',
    '/robots.txt',
    '/sitemap.xml',
    ...guideNames.map(guidePath),
  ].map((path) => `GET ${path}`),
);

/** The cases of each route, by its method and path as registered. */
export const routeMatrix: Readonly<Record<string, readonly Case[]>> = {
  'GET /healthz': [at('/healthz', all(200))],
  'GET /readyz': [at('/readyz', all(200))],
  'GET /metrics': [at('/metrics', all(200))],
  'GET /api/openapi.json': [at('/api/openapi.json', all(200))],
  'GET /api/docs': [at('/api/docs', all(200))],
  'GET /api/docs/json': [at('/api/docs/json', all(200))],
  'GET /api/docs/yaml': [at('/api/docs/yaml', all(200))],
  'GET /api/docs/static/index.html': [at('/api/docs/static/index.html', all(302))],
  'GET /api/docs/static/swagger-initializer.js': [at('/api/docs/static/swagger-initializer.js', all(200))],
  'GET /api/docs/static/*': [at('/api/docs/static/swagger-ui.css', all(200))],

  'GET /api/global': [at('/api/global', all(200))],
  'GET /api/cryptocurrencies': [at('/api/cryptocurrencies', all(200))],
  'GET /api/cryptocurrencies/:id': [at('/api/cryptocurrencies/bitcoin', all(200))],
  'GET /api/cryptocurrencies/:id/history': [
    at(`${history}?days=7`, all(200)),
    at(`${history}?days=30`, paidOnly(200, 403)),
    at(`${history}?days=365`, paidOnly(200, 403)),
    at(`${history}?days=max`, premiumOnly(200)),
  ],
  'GET /api/cryptocurrencies/:id/ohlc': [
    at(`${candles}?days=7`, all(200)),
    at(`${candles}?days=365`, paidOnly(200, 403)),
  ],
  'GET /api/search': [at('/api/search?query=bit', all(200))],
  'GET /api/trending': [at('/api/trending', all(200))],
  'GET /api/status': [at('/api/status', all(200))],
  'GET /api/site/contacts': [at('/api/site/contacts', all(200))],
  'GET /api/rates': [at('/api/rates', all(200))],
  'GET /api/stream': [at('/api/stream', all(200))],
  'GET /api/news': [at('/api/news', all(200))],
  'GET /api/news/trending-topics': [at('/api/news/trending-topics', all(200))],
  'GET /images/sources/:name': [at('/images/sources/Made-up', all(200))],
  'GET /images/coins/:id': [at('/images/coins/made-up', all(200))],
  'GET /api/plans': [at('/api/plans', all(200))],
  'GET /api/ads': [at('/api/ads', all(200))],

  // Without Stripe keys. With them an unverified account may not start a payment: `server/billing/payments/routes.test.ts`.
  'GET /api/billing': [at('/api/billing', members(200))],
  'POST /api/billing/refresh': [at('/api/billing/refresh', members(503))],
  'POST /api/billing/checkout': [
    at('/api/billing/checkout', members(503), { plan: 'pro', period: 'yearly' }),
  ],
  'POST /api/billing/portal': [at('/api/billing/portal', members(503))],
  'POST /api/billing/webhook': [at('/api/billing/webhook', all(503), { type: 'made.up' })],

  'POST /api/auth/signup': [at('/api/auth/signup', all(201), { email: 'eve@example.com', ...person })],
  'POST /api/auth/signin': [at('/api/auth/signin', all(200), { email: 'eve@example.com' })],
  'POST /api/auth/verify': [at('/api/auth/verify', all(400), { email: 'eve@example.com', code: unusedCode })],
  'POST /api/auth/signout': [at('/api/auth/signout', members(204))],
  'GET /api/auth/me': [at('/api/auth/me', members(200))],
  'PUT /api/auth/me': [at('/api/auth/me', members(200), person)],
  'POST /api/auth/email': [at('/api/auth/email', verifiedOnly(200), { email: 'eve-2@example.com' })],
  'POST /api/auth/email/verify': [
    at('/api/auth/email/verify', members(400), { email: 'eve-2@example.com', code: unusedCode }),
  ],
  'POST /api/auth/email/undo': [at('/api/auth/email/undo', all(404), { token: 'made-up' })],
  'GET /api/auth/events': [at('/api/auth/events', members(200))],
  'GET /api/auth/sessions': [at('/api/auth/sessions', members(200))],
  'DELETE /api/auth/sessions': [at('/api/auth/sessions', members(204))],
  'DELETE /api/auth/sessions/:id': [
    at(({ sessionId }) => `/api/auth/sessions/${sessionId}`, ownerAlone(204)),
  ],
  'GET /api/auth/passkeys': [at('/api/auth/passkeys', members(200))],
  'POST /api/auth/passkeys/options': [at('/api/auth/passkeys/options', verifiedOnly(200))],
  'POST /api/auth/passkeys': [
    at('/api/auth/passkeys', verifiedOnly(400), {
      name: 'Phone',
      credential: { ...unknownCredential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
    }),
  ],
  'DELETE /api/auth/passkeys/:id': [
    at(({ passkeyId }) => `/api/auth/passkeys/${passkeyId}`, { ...ownerAlone(204), unverified: 403 }),
  ],
  'POST /api/auth/signin/passkey/options': [at('/api/auth/signin/passkey/options', all(200))],
  'POST /api/auth/signin/passkey': [
    at('/api/auth/signin/passkey', all(400), {
      credential: {
        ...unknownCredential,
        response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
      },
    }),
  ],
  'GET /api/keys': [at('/api/keys', members(200))],
  'POST /api/keys': [at('/api/keys', { ...premiumOnly(201), guest: 401 }, { name: 'Script' })],
  'DELETE /api/keys/:id': [at(({ apiKeyId }) => `/api/keys/${apiKeyId}`, ownerAlone(204))],
  'GET /api/account/export': [at('/api/account/export', members(200))],
  'POST /api/account/import': [
    at('/api/account/import', { ...members(201), owner: 409 }, { data: { watchlist: [] } }),
  ],
  'DELETE /api/account': [at('/api/account', members(204))],
  'GET /api/inbox': [at('/api/inbox', all(401))],

  'POST /api/contact': [
    at('/api/contact', all(202), { name: 'Eve', email: 'eve@example.com', subject: 'Hello', message: 'Hi.' }),
  ],
  'POST /api/leads': [
    at('/api/leads', all(202), { email: 'eve@example.com', magnet: 'newsletter', variant: 'blog' }),
  ],
  'POST /api/leads/confirm': [at('/api/leads/confirm', all(404), { token: 'unknown' })],
  'POST /api/leads/unsubscribe/:token': [at('/api/leads/unsubscribe/unknown', all(404))],
  'POST /api/leads/unsubscribe': [at('/api/leads/unsubscribe', all(404), { token: 'unknown' })],

  'GET /api/learning': [at('/api/learning', members(200))],
  'PUT /api/learning/:moduleId': [at('/api/learning/basics', members(200))],
  'GET /api/watchlist': [at('/api/watchlist', members(200))],
  'POST /api/watchlist': [at('/api/watchlist', members(201), ethereum)],
  'DELETE /api/watchlist/:id': [at('/api/watchlist/bitcoin', ownerAlone(204))],

  'GET /api/portfolios': [at('/api/portfolios', members(200))],
  'POST /api/portfolios': [at('/api/portfolios', paidOnly(201, 401), { name: 'Second' })],
  'PUT /api/portfolios/:id': [at(portfolio, ownerAlone(200), { name: 'Renamed' })],
  'DELETE /api/portfolios/:id': [at(portfolio, ownerAlone(409))],
  'GET /api/portfolios/:id/performance': [at((ids) => `${portfolio(ids)}/performance`, ownerAlone(200))],
  'GET /api/portfolios/:id/history': [
    at((ids) => `${portfolio(ids)}/history?days=7`, ownerAlone(200)),
    at((ids) => `${portfolio(ids)}/history?days=30`, paidOnly(404, 401)),
  ],
  'GET /api/portfolios/:id/analytics': [at((ids) => `${portfolio(ids)}/analytics`, paidOnly(404, 401))],
  'GET /api/portfolios/:id/export.csv': [at((ids) => `${portfolio(ids)}/export.csv`, paidOnly(404, 401))],
  'GET /api/portfolios/:id/holdings': [at((ids) => `${portfolio(ids)}/holdings`, ownerAlone(200))],
  'GET /api/portfolios/:id/lots': [at((ids) => `${portfolio(ids)}/lots`, ownerAlone(200))],
  'GET /api/portfolios/:id/disposals': [at((ids) => `${portfolio(ids)}/disposals`, ownerAlone(200))],
  'GET /api/portfolios/:id/value-line': [at((ids) => `${portfolio(ids)}/value-line`, ownerAlone(200))],
  'GET /api/portfolios/:id/methods': [at((ids) => `${portfolio(ids)}/methods`, paidOnly(404, 401))],
  'GET /api/portfolios/:id/returns': [at((ids) => `${portfolio(ids)}/returns`, paidOnly(404, 401))],
  'GET /api/portfolios/:id/proof': [at((ids) => `${portfolio(ids)}/proof?figure=fees`, ownerAlone(200))],
  'POST /api/portfolios/:id/preview': [
    at((ids) => `${portfolio(ids)}/preview`, ownerAlone(200), transaction),
  ],
  'GET /api/import-formats': [at('/api/import-formats', members(200))],
  'GET /api/portfolios/:id/imports': [at((ids) => `${portfolio(ids)}/imports`, ownerAlone(200))],
  // The form itself is tested with the imports. Without a file it is refused to everyone.
  'POST /api/portfolios/:id/imports': [
    at((ids) => `${portfolio(ids)}/imports`, members(400), { format: 'kraken' }),
  ],
  'GET /api/imports/:id': [at(({ importId }) => `/api/imports/${importId}`, ownerAlone(200))],
  'POST /api/imports/:id/answers': [
    at(({ importId }) => `/api/imports/${importId}/answers`, ownerAlone(200), { answers: {} }),
  ],
  'POST /api/imports/:id/apply': [at(({ importId }) => `/api/imports/${importId}/apply`, ownerAlone(200))],
  'DELETE /api/imports/:id': [at(({ importId }) => `/api/imports/${importId}`, ownerAlone(204))],
  'GET /api/portfolios/:id/transactions': [at((ids) => `${portfolio(ids)}/transactions`, ownerAlone(200))],
  'POST /api/portfolios/:id/transactions': [
    at((ids) => `${portfolio(ids)}/transactions`, ownerAlone(201), transaction),
    at((ids) => `${portfolio(ids)}/transactions`, ownerAlone(201), { transactions: [transaction] }),
  ],
  'POST /api/portfolios/:id/transactions/delete': [
    at(
      (ids) => `${portfolio(ids)}/transactions/delete`,
      ownerAlone(204),
      ({ holdingId }) => ({
        ids: [holdingId],
      }),
    ),
  ],
  'GET /api/portfolios/:id/tax': [
    at((ids) => `${portfolio(ids)}/tax?country=generic&year=2024`, paidOnly(404, 401)),
  ],
  'POST /api/portfolios/:id/tax-reports': [
    at((ids) => `${portfolio(ids)}/tax-reports`, paidOnly(404, 401), { country: 'GB', year: 2024 }),
  ],
  'GET /api/portfolios/:id/tax-reports': [at((ids) => `${portfolio(ids)}/tax-reports`, ownerAlone(200))],
  'GET /api/tax-reports/:id': [at(`/api/tax-reports/${unknownReportId}`, members(404))],
  'DELETE /api/tax-reports/:id': [at(`/api/tax-reports/${unknownReportId}`, members(404))],
  'GET /api/portfolios/:id/transactions.csv': [
    at((ids) => `${portfolio(ids)}/transactions.csv`, paidOnly(404, 401)),
  ],
  'GET /api/transactions/:id': [at(({ holdingId }) => `/api/transactions/${holdingId}`, ownerAlone(200))],
  'PUT /api/transactions/:id': [
    at(({ holdingId }) => `/api/transactions/${holdingId}`, ownerAlone(200), transaction),
  ],
  'DELETE /api/transactions/:id': [at(({ holdingId }) => `/api/transactions/${holdingId}`, ownerAlone(204))],
  'POST /api/transactions/:id/restore': [
    at(({ holdingId }) => `/api/transactions/${holdingId}/restore`, ownerAlone(200)),
  ],
  'GET /api/portfolios/:id/wallets': [at((ids) => `${portfolio(ids)}/wallets`, ownerAlone(200))],
  'POST /api/portfolios/:id/wallets': [
    at((ids) => `${portfolio(ids)}/wallets`, ownerAlone(201), { name: 'Ledger' }),
  ],
  'PUT /api/wallets/:id': [
    at(({ walletId }) => `/api/wallets/${walletId}`, ownerAlone(200), { name: 'Cold' }),
  ],
  'DELETE /api/wallets/:id': [at(({ walletId }) => `/api/wallets/${walletId}`, ownerAlone(204))],
  'GET /api/portfolios/:id/settings': [at((ids) => `${portfolio(ids)}/settings`, ownerAlone(200))],
  'PUT /api/portfolios/:id/settings': [
    at((ids) => `${portfolio(ids)}/settings`, ownerAlone(200), { method: 'lifo' }),
  ],
  'GET /api/portfolio': [
    at('/api/portfolio', members(200)),
    at(({ portfolioId }) => `/api/portfolio?portfolioId=${portfolioId}`, ownerAlone(200)),
  ],
  'POST /api/portfolio': [
    at('/api/portfolio', members(201), holding),
    at('/api/portfolio', ownerAlone(201), ({ portfolioId }) => ({ ...holding, portfolioId })),
  ],
  'PUT /api/portfolio/:id': [
    at(({ holdingId }) => `/api/portfolio/${holdingId}`, ownerAlone(200), { amount: '2' }),
  ],
  'DELETE /api/portfolio/:id': [at(({ holdingId }) => `/api/portfolio/${holdingId}`, ownerAlone(204))],

  'GET /api/alerts': [at('/api/alerts', members(200))],
  'POST /api/alerts': [at('/api/alerts', members(201), alert)],
  'PUT /api/alerts/:id': [
    at(({ alertId }) => `/api/alerts/${alertId}`, ownerAlone(200), { status: 'paused' }),
  ],
  'DELETE /api/alerts/:id': [at(({ alertId }) => `/api/alerts/${alertId}`, ownerAlone(204))],
  'POST /api/alerts/rehearsal': [
    at('/api/alerts/rehearsal', members(200), rehearsal),
    at('/api/alerts/rehearsal', paidOnly(200, 401), { ...rehearsal, days: 30 }),
    at('/api/alerts/rehearsal', paidOnly(200, 401), { ...rehearsal, days: 365 }),
  ],
  // Anyone with the link from the owner's mailbox may pause that alert.
  'POST /api/alerts/pause': [
    at('/api/alerts/pause', all(400), { token: 'made-up' }),
    at('/api/alerts/pause', all(400), ({ alertId }) => ({ token: alertId })),
  ],
  'GET /api/alerts/history': [at('/api/alerts/history', members(200))],
  'POST /api/alerts/history/seen': [at('/api/alerts/history/seen', members(200), { upTo: 1_000_000 })],
  'GET /api/alerts/unseen': [at('/api/alerts/unseen', members(200))],
  'GET /api/alerts/settings': [at('/api/alerts/settings', members(200))],
  'PUT /api/alerts/settings': [at('/api/alerts/settings', members(200), { email: false })],
  'GET /api/alerts/push/key': [at('/api/alerts/push/key', members(200))],
  'POST /api/alerts/push/subscriptions': [at('/api/alerts/push/subscriptions', verifiedOnly(201), browser)],
  'DELETE /api/alerts/push/subscriptions': [
    at('/api/alerts/push/subscriptions', members(204), { endpoint: browser.endpoint }),
  ],
};

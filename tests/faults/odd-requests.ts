import fc from 'fast-check';

/**
 * A random request. `{person.thing}` is a placeholder for an id, a token or an address known only to the running test.
 */
export interface OddRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const people = ['ada', 'eve', 'victim'] as const;
const things = [
  'userId',
  'portfolioId',
  'holdingId',
  'alertId',
  'sessionId',
  'passkeyId',
  'apiKeyId',
  'email',
] as const;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const known = fc.tuple(fc.constantFrom(...people), fc.constantFrom(...things)).map(([a, b]) => `{${a}.${b}}`);
const coinId = fc.constantFrom('bitcoin', 'ethereum', 'BITCOIN', 'no-such-coin');
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '\0', '..', '%', '%00', '%zz', "'; drop table users; --", '__proto__', '\ud800'),
  fc.constantFrom(
    '1',
    '0',
    '-1',
    '1e400',
    'NaN',
    '1.5',
    '0.000000000000000001',
    'max',
    'null',
    '[object Object]',
  ),
  fc.integer({ min: 1, max: 2000 }).map((length) => 'x'.repeat(length)),
);
const word = fc.oneof({ weight: 3, arbitrary: known }, { weight: 2, arbitrary: coinId }, text);

const pathPart = fc.oneof(
  { weight: 5, arbitrary: known },
  { weight: 2, arbitrary: coinId },
  { weight: 2, arbitrary: text.map((part) => encodeURIComponent(part.toWellFormed())) },
  fc.constantFrom('%', '%zz', '%00', '%c3%28', '%2f', '%2e%2e%2f', '..'),
);

const queryKey = fc.constantFrom(
  'days',
  'interval',
  'query',
  'per_page',
  'page',
  'order',
  'ids',
  'portfolioId',
  'before',
  'x',
);
const query = fc
  .array(fc.tuple(queryKey, word), { maxLength: 3 })
  .map((pairs) => pairs.map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`).join('&'))
  // Keeps the placeholders recognizable.
  .map((line) => line.replaceAll('%7B', '{').replaceAll('%7D', '}'));

// Bodies with the routes' fields, each valid, odd or absent.
const oddValue = fc.oneof({ weight: 3, arbitrary: word }, fc.jsonValue({ maxDepth: 2 }));
const field = (...right: readonly unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: oddValue });
const coinFields = { coinId: field('bitcoin', 'ethereum'), symbol: field('btc'), name: field('Bitcoin') };
const personFields = { firstName: field('Ada'), lastName: field('Lovelace') };
const email = field('{ada.email}', '{eve.email}', '{victim.email}', 'new@example.com');
const code = field('AAAA-AAAA', 'aaaaaaaa');
const condition = field('price_above', 'price_below', 'change_24h_above', 'change_24h_below');
const threshold = field('65000', '0.5', '-5', '5');
const alertFields = {
  condition,
  threshold,
  note: field('Sell', '', null),
  repeat: field('once', 'every'),
  cooldownMinutes: field(60, 90),
  whenTrue: field('wait', 'fire'),
};
const endpoint = field('https://push.example/1', 'https://127.0.0.1/', 'http://push.example/');
const p256dh = field(
  'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
);
const bytes = field('AAAA', Buffer.alloc(200).toString('base64url'));
const credential = fc.record({
  id: bytes,
  rawId: bytes,
  type: field('public-key'),
  response: fc.record(
    {
      clientDataJSON: field('e30', 'bnVsbA', 'AAAA'),
      attestationObject: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes,
    },
    { requiredKeys: ['clientDataJSON'] },
  ),
});
const shapes = fc.oneof(
  fc.record({ ...coinFields, condition, threshold }),
  fc.record({ ...coinFields, ...alertFields }),
  fc.record({ ...alertFields, status: field('active', 'paused', 'triggered') }, { requiredKeys: [] }),
  fc.record({ coinId: field('bitcoin'), condition, threshold, days: field(7, 30, 365) }),
  fc.record({ upTo: field(1, 1e9) }),
  fc.record({ token: field('{victim.alertId}', '{victim.alertId}.x') }),
  fc.record({ inApp: field(true), email: field(false), push: field(false) }, { requiredKeys: [] }),
  fc.record({ endpoint, keys: fc.record({ p256dh, auth: field('AAAAAAAAAAAAAAAAAAAAAA') }) }),
  fc.record({ endpoint }),
  fc.record(coinFields, { requiredKeys: [] }),
  fc.record({ ...coinFields, amount: field('1.5', '2'), purchasePrice: field('10', null) }),
  fc.record({ ...coinFields, amount: field('3'), portfolioId: known }),
  fc.record({ amount: field('1', '7'), purchasePrice: field('9', null) }, { requiredKeys: [] }),
  fc.record({ name: field('Savings') }),
  fc.record(personFields),
  fc.record({ email, ...personFields }),
  fc.record({ email, code, challenge: word }, { requiredKeys: ['email'] }),
  fc.record({ name: field('Phone'), credential }, { requiredKeys: ['credential'] }),
);
const json = fc.oneof(
  { weight: 5, arbitrary: shapes.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.json() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{',
      '[]',
      'null',
      '"text"',
      '{"__proto__":{"tier":"premium"}}',
      '{"constructor":{"prototype":{"tier":"premium"}}}',
      `{"name":"${'x'.repeat(70_000)}"}`,
      '['.repeat(5000),
    ),
  },
);
const otherTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
];
const body = fc.oneof(
  { weight: 6, arbitrary: json.map((content) => ({ content, type: 'application/json' })) },
  {
    weight: 1,
    arbitrary: fc.record({ content: fc.oneof(json, text), type: fc.constantFrom(...otherTypes, '', '/') }),
  },
  { weight: 1, arbitrary: fc.constant({ content: undefined, type: 'application/json' }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

/** Ada's and Eve's own tokens, forgeries made from the victim's, and nonsense. */
const authorization = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('Bearer {ada.token}', 'Bearer {eve.token}', 'Bearer {eve.apiKey}'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'Bearer {forged.cut}',
      'Bearer {forged.unsigned}',
      'Bearer {forged.otherKey}',
      'Bearer {forged.mixed}',
      'Bearer {forged.apiKey}',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'Bearer', 'Bearer  ', 'Basic YTpi', 'Bearer ..', 'bearer {victim.userId}'),
  },
);
const visible = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((point) => String.fromCharCode(point)),
});
const otherHeaders = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'content-length',
    'cookie',
    'forwarded',
    'host',
    'if-modified-since',
    'if-none-match',
    'last-event-id',
    'origin',
    'range',
    'sec-fetch-site',
    'x-forwarded-for',
    'x-http-method-override',
  ),
  fc.oneof(
    visible,
    fc.constantFrom('cross-site', '*', 'null', 'a=b; {victim.sessionId}=c', '-1', 'bytes=0-'),
  ),
  { maxKeys: 2 },
);

/** Random requests to routes given as `METHOD /path/:id`, mostly with the route's own method. */
export function oddRequests(routes: readonly string[]): fc.Arbitrary<OddRequest> {
  const target = fc.constantFrom(...routes).chain((route) => {
    const [own = '', path = ''] = route.split(' ');
    const method = fc.oneof(
      { weight: 6, arbitrary: fc.constant(own as OddRequest['method']) },
      { weight: 1, arbitrary: fc.constantFrom(...methods) },
    );
    return fc.record({ method, path: pathPart.map((part) => path.replace(':id', () => part)) });
  });
  return fc
    .record({
      target,
      query,
      body,
      authorization,
      otherHeaders: fc.option(otherHeaders, { freq: 3, nil: {} }),
    })
    .map((drawn) => ({
      method: drawn.target.method,
      url: drawn.query === '' ? drawn.target.path : `${drawn.target.path}?${drawn.query}`,
      headers: {
        ...drawn.otherHeaders,
        ...(drawn.authorization === '' ? {} : { authorization: drawn.authorization }),
        ...(drawn.body?.type ? { 'content-type': drawn.body.type } : {}),
      },
      body: drawn.body?.content,
    }));
}

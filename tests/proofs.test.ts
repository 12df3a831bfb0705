import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Proof, provenFigures } from '#contract/ledger/proof.ts';
import type { LedgerEntry } from '#server/portfolio/ledger/engine/entry.ts';
import { buildProof } from '#server/portfolio/ledger/proof/build-proof.ts';
import { hashJson, toCanonicalJson } from '#server/portfolio/ledger/proof/canonical-json.ts';
import type { ProofRequest } from '#server/portfolio/ledger/proof/proof-request.ts';
import { ValueBook } from '#server/portfolio/ledger/proof/value-book.ts';
import { checkDocument } from '#web/portfolio/proof/check/check-document.ts';
import { changeDocument } from './support/ledger/change-document.ts';
import { randomLedger } from './support/ledger/random-ledger.ts';
import { entryOf } from './support/portfolio/ledger-entries.ts';

/** The number of random ledgers whose figures are proved. `LEDGER_PROOFS` raises it. */
const runs = Number(process.env.LEDGER_PROOFS ?? 300);

const asOf = Date.UTC(2024, 1, 1);

const request: fc.Arbitrary<ProofRequest> = fc
  .record({
    figure: fc.constantFrom(...provenFigures),
    coinId: fc.option(fc.constantFrom('bitcoin', 'ethereum', 'dogecoin')),
    transaction: fc.integer({ min: 0, max: 29 }),
    isFee: fc.boolean(),
    from: fc.option(fc.integer({ min: 0, max: 1_200 })),
    to: fc.option(fc.integer({ min: 0, max: 1_200 })),
    at: fc.option(fc.integer({ min: 0, max: 1_200 })),
    currency: fc.constantFrom('USD', 'EUR', 'XXX'),
    method: fc.constantFrom('fifo', 'lifo', 'hifo', 'average', 'specific', 'uk'),
    scope: fc.constantFrom('portfolio', 'wallet'),
  })
  .map(({ transaction, isFee, from, to, at, ...rest }) => {
    const toInstant = (hours: number | null) =>
      hours === null ? null : Date.UTC(2023, 9, 20) + hours * 3_600_000;
    const isGain = rest.figure === 'gain';
    const isOfCoin = isGain || rest.figure === 'amount' || rest.figure === 'averageCost';
    return {
      ...rest,
      coinId: isOfCoin ? (rest.coinId ?? 'bitcoin') : rest.coinId,
      disposal: isGain ? { transactionId: `t${transaction}`, isFee } : null,
      span: { from: toInstant(from), to: toInstant(to) },
      at: toInstant(at),
      asOf,
    } as ProofRequest;
  });

/** Extreme prices and rates for any day. Some coins and days have none. */
function fill(values: ValueBook, { currency, at }: ProofRequest): boolean {
  const { closes, rates } = values.takeMissing();
  const toValue = (name: string, day: string) => {
    const size = [...`${name}${day}`].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 99_991, 7);
    if (size % 11 === 0 && currency !== name) return null;
    return {
      value: `${size % 977}.${String(size).padStart(5, '0')}`,
      at: (at ?? asOf) - size,
      source: 'test',
    };
  };
  for (const { coinId, day } of closes) values.setPrice(coinId, day, toValue(coinId, day));
  for (const { currency: code, day } of rates)
    values.setRate(code, day, code === 'XXX' ? null : toValue(code, day));
  return closes.length + rates.length > 0;
}

function prove(wanted: ProofRequest, ledger: readonly LedgerEntry[]): Proof {
  const entries = ledger.filter(
    ({ occurredAt, in: into, out, fee }) =>
      (wanted.at === null || occurredAt <= wanted.at) &&
      (wanted.coinId === null ||
        [into, out, fee].some((leg) => leg && 'coinId' in leg && leg.coinId === wanted.coinId)),
  );
  const values = new ValueBook(wanted.currency);
  do buildProof(wanted, entries, values);
  while (fill(values, wanted));
  return buildProof(wanted, entries, values.copy());
}

test(`the checker follows every step of ${runs} proofs`, { timeout: 30_000 + runs * 20 }, async () => {
  await fc.assert(
    fc.asyncProperty(randomLedger, request, async (ledger, wanted) => {
      const proof = JSON.parse(JSON.stringify(prove(wanted, ledger)));
      expect(await checkDocument(proof)).toEqual({ holds: true, step: null, reason: null });
    }),
    { numRuns: runs },
  );
});

test(`none of ${runs} changed proofs holds, with or without a new digest`, {
  timeout: 30_000 + runs * 20,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      randomLedger,
      request,
      fc.infiniteStream(fc.nat()),
      fc.boolean(),
      async (ledger, wanted, numbers, hasNewDigest) => {
        const proof = JSON.parse(JSON.stringify(prove(wanted, ledger))) as Proof;
        const before = toCanonicalJson(proof);
        changeDocument(proof, (count) => numbers.next().value % count);
        fc.pre(toCanonicalJson(proof) !== before);
        const { digest: _digest, ...rest } = proof;
        const digest = hasNewDigest ? hashJson(rest) : proof.digest;
        expect(await checkDocument({ ...rest, digest })).toMatchObject({ holds: false });
      },
    ),
    { numRuns: runs },
  );
});

const held = [
  entryOf('b', 'buy', '2023-12-01', { in: '2 bitcoin', out: '10 USD' }),
  entryOf('s', 'sell', '2023-12-02', { out: '1 bitcoin', in: '9 USD' }),
];
const unrealized: ProofRequest = {
  ...{ figure: 'unrealized', coinId: 'bitcoin', disposal: null, span: { from: null, to: null } },
  ...{ at: null, asOf, currency: 'USD', method: 'fifo', scope: 'portfolio' },
};

test.each([
  ['a method', { method: 'first' }],
  ['a scope', { scope: 'everywhere' }],
  ['a version', { version: 3 }],
  ['an instant before its quote', { at: '2024-01-20T00:00:00.000Z' }],
])(
  'a proof with %s that none can have is refused, even if all of it was hashed anew',
  async (_what, changed) => {
    const proof = prove(unrealized, held);
    expect(await checkDocument(proof)).toMatchObject({ holds: true });
    const { digest: _digest, leaves, steps, ...head } = { ...proof, ...changed };
    const ended = [...steps.slice(0, -1), { op: 'conclude', head: hashJson(head) }];
    const rest = { ...head, leaves, steps: ended };
    const verdict = await checkDocument({ ...rest, digest: hashJson(rest) });
    expect(verdict).toMatchObject({ holds: false, step: null });
  },
);

test('lots of a coin whose balance is zero are proved at their price', async () => {
  const sold = [
    entryOf('s', 'sell', '2023-12-01', { out: '1 bitcoin', in: '9 USD' }),
    entryOf('b', 'buy', '2023-12-02', { in: '1 bitcoin', out: '10 USD' }),
  ];
  for (const figure of ['unrealized', 'unrealizedPercent', 'value'] as const) {
    const proof = prove({ ...unrealized, figure, coinId: null }, sold);
    expect(await checkDocument(proof)).toEqual({ holds: true, step: null, reason: null });
    if (figure === 'value') expect(proof.value).toBe('0');
    else expect(proof.value).not.toBeNull();
  }
});

test('a file that names a field twice is refused, because its reader may see the other value', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proof-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const check = async (text: string) => {
    const file = join(folder, 'proof.json');
    await writeFile(file, text);
    const script = join(import.meta.dirname, '../scripts/check-proof-file.mjs');
    return spawnSync(process.execPath, [script, file], { encoding: 'utf8' }).stdout;
  };
  const text = JSON.stringify(prove(unrealized, held));
  expect(await check(text)).toBe('holds\n');
  expect(await check(text.replace('{', '{"value":"1000000",'))).toBe('it names a field twice\n');
  expect(await check(text.replace('"leaves"', '"leaves":[],"leave\\u0073"'))).toBe(
    'it names a field twice\n',
  );
});

test('a document that isn’t a proof is rejected without an error', async () => {
  for (const nothing of [null, 7, 'holds', [], {}, { leaves: 1 }])
    expect(await checkDocument(nothing)).toMatchObject({ holds: false });
});

test('anything else, such as a file that is not JSON, is refused as not being a proof', async () => {
  for (const document of [null, undefined, {}, [], 'proof', 7])
    expect(await checkDocument(document)).toMatchObject({
      holds: false,
      step: null,
      reason: 'it is not a proof',
    });
});

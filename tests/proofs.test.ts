import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Proof, provenFigures } from '#contract/ledger/proof.ts';
import type { LedgerEntry } from '#server/portfolio/ledger/engine/entry.ts';
import { buildProof } from '#server/portfolio/ledger/proof/build-proof.ts';
import { hashJson, toCanonicalJson } from '#server/portfolio/ledger/proof/canonical-json.ts';
import type { ProofRequest } from '#server/portfolio/ledger/proof/proof-request.ts';
import { ValueBook } from '#server/portfolio/ledger/proof/value-book.ts';
import { checkDocument } from '#web/portfolio/proof/check/check-document.ts';
import { changeDocument } from './support/ledger/change-document.ts';
import { randomLedger } from './support/ledger/random-ledger.ts';

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
function fill(values: ValueBook, currency: string): boolean {
  const { closes, rates } = values.takeMissing();
  const toValue = (name: string, day: string) => {
    const size = [...`${name}${day}`].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 99_991, 7);
    if (size % 11 === 0 && currency !== name) return null;
    return { value: `${size % 977}.${String(size).padStart(5, '0')}`, at: asOf - size, source: 'test' };
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
  while (fill(values, wanted.currency));
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

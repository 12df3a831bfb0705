import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Proof } from '#contract/ledger/proof.ts';
import { type TaxCountry, taxCountries } from '#contract/tax/choice.ts';
import type { TaxLine, TaxReport } from '#contract/tax/report.ts';
import type { LedgerEntry } from '#server/portfolio/ledger/engine/entry.ts';
import { formatMoney, parseMoney } from '#server/portfolio/ledger/engine/fixed-point.ts';
import { hashJson, toCanonicalJson } from '#server/portfolio/ledger/proof/canonical-json.ts';
import { walletIdIn } from '#server/portfolio/tax/calculator/wallet-names.ts';
import type { LineProofReads } from '#server/portfolio/tax/proof/line-proof-request.ts';
import { makeLineProof } from '#server/portfolio/tax/proof/make-line-proof.ts';
import { checkDocument } from '#web/portfolio/proof/check/check-document.ts';
import { changeDocument } from './support/ledger/change-document.ts';
import { randomLedger } from './support/ledger/random-ledger.ts';
import { anyTransactions, toEntries } from './support/portfolio/tax-law/simple-transactions.ts';
import { reportOf } from './support/portfolio/tax-report.ts';

/** The number of random ledgers whose tax reports' lines are proved. `LEDGER_PROOFS` raises it. */
const runs = Number(process.env.LEDGER_PROOFS ?? 300);

const dayMs = 86_400_000;
const closes = {
  ...{ bitcoin: '37.25', ethereum: '0.333333333333333333', token: '0.21', 'dogecoin 2023-11-04': '0.07' },
};

/** Ledgers with any problem, and ledgers in which nearly everything is known. */
const anyLedger = fc.oneof(
  randomLedger,
  anyTransactions.map((transactions) => toEntries(transactions, 'EUR')),
);

const world = fc.record({
  ledger: anyLedger,
  country: fc.constantFrom(...taxCountries),
  // A shifted ledger extends into the next year, at whose start lots are allocated to wallets in the US.
  isShifted: fc.boolean(),
  hasOther: fc.boolean(),
  method: fc.constantFrom('fifo', 'lifo', 'hifo', 'average', 'specific', 'uk'),
  scope: fc.constantFrom('portfolio', 'wallet'),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

interface Reported {
  readonly report: TaxReport;
  readonly reads: LineProofReads;
}

const shift = (entry: LedgerEntry): LedgerEntry => ({
  ...entry,
  occurredAt: entry.occurredAt + 405 * dayMs,
  acquiredAt: entry.acquiredAt && entry.acquiredAt + 405 * dayMs,
});

function makeReport({ ledger, country, isShifted, hasOther, method, scope }: World, year: number): Reported {
  const entries = isShifted ? ledger.map(shift) : ledger;
  const others = hasOther ? entries.filter((_, index) => index % 2 === 1) : [];
  const own = entries.filter((entry) => !others.includes(entry));
  const inOther = others.map((entry) => ({
    ...entry,
    wallet: walletIdIn('other', entry.wallet),
    toWallet: entry.toWallet === null ? null : walletIdIn('other', entry.toWallet),
  }));
  const settings = { method, scope } as const;
  const report = reportOf(own, { country, year, settings, closes, ...(hasOther && { others: inOther }) });
  const found = (value: string | undefined) =>
    value === undefined ? null : { value, at: 0, source: 'test' };
  return {
    report,
    reads: {
      readChanges: async (id) => ({
        ...{ revision: 1, replaces: true, removedIds: [] },
        entries: id === 'other' ? others : own,
      }),
      readCloses: async (wanted) =>
        wanted.map(({ coinId, day }) => {
          const byDay: Readonly<Record<string, string>> = closes;
          return found(byDay[`${coinId} ${day}`] ?? byDay[coinId]);
        }),
      readRates: async (wanted) => wanted.map(({ currency }) => found(currency === 'XXX' ? undefined : '1')),
    },
  };
}

const yearsOf = (isShifted: boolean, country: TaxCountry) =>
  isShifted ? (country === 'GB' ? [2024] : [2024, 2025]) : [2023];

const ofRules = ({ proofs }: TaxLine) =>
  proofs.flatMap((proof) => (proof.country ? [{ ...proof, country: proof.country }] : []));

async function prove({ report, reads }: Reported, proof: ReturnType<typeof ofRules>[number]): Promise<Proof> {
  const { country, timeZone, coin, transaction, isFee = false, currency, scope, from, to } = proof;
  const { text } = await makeLineProof(
    {
      ...{ country, timeZone: timeZone!, coinId: coin, currency },
      disposal: transaction === undefined ? null : { transactionId: transaction, isFee },
      span: { from: from ? Date.parse(from) : null, to: to ? Date.parse(to) : null },
      asOf: Date.UTC(2025, 5, 1),
      choice: { method: report.ledger.method, scope },
      portfolios: ['portfolio', ...(proof.with?.split(',') ?? [])].map((id) => ({ id })),
    },
    reads,
  );
  return JSON.parse(text) as Proof;
}

/** The gain of all lines that a disposal was split into. A day's line has several disposals, each with its proof. */
function gainOf(lines: readonly TaxLine[]): string | null {
  const gains = lines.map(({ gain }) => gain);
  return gains.includes(null) ? null : formatMoney(gains.reduce((sum, gain) => sum + parseMoney(gain!), 0n));
}

test(`the proofs of the lines of ${runs} reports hold, and end with the gains of the lines`, {
  timeout: 60_000 + runs * 100,
}, async () => {
  let proved = 0;
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      for (const year of yearsOf(given.isShifted, given.country)) {
        const reported = makeReport(given, year);
        const { lines, apart } = reported.report;
        const groups = Map.groupBy([...lines, ...apart], ({ proofs }) => JSON.stringify(proofs));
        for (const group of groups.values()) {
          const values: (string | null)[] = [];
          for (const proof of ofRules(group[0]!)) {
            const document = await prove(reported, proof);
            expect(await checkDocument(document)).toEqual({ holds: true, step: null, reason: null });
            values.push(document.value);
          }
          if (values.length === 0) continue;
          proved += 1;
          const sum = values.includes(null)
            ? null
            : formatMoney(values.reduce((total, value) => total + parseMoney(value!), 0n));
          expect(sum).toBe(gainOf(group));
        }
      }
    }),
    { numRuns: runs },
  );
  expect(proved).toBeGreaterThan(runs);
});

test(`none of ${runs} changed proofs of lines holds, with or without a new digest`, {
  timeout: 60_000 + runs * 100,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      world,
      fc.infiniteStream(fc.nat()),
      fc.boolean(),
      async (given, numbers, hasNewDigest) => {
        const choose = (count: number) => numbers.next().value % count;
        const years = yearsOf(given.isShifted, given.country);
        const reported = makeReport(given, years[choose(years.length)]!);
        const { lines, apart } = reported.report;
        const proofs = [...lines, ...apart].flatMap(ofRules);
        fc.pre(proofs.length > 0);
        const document = await prove(reported, proofs[choose(proofs.length)]!);
        const before = toCanonicalJson(document);
        changeDocument(document, choose);
        fc.pre(toCanonicalJson(document) !== before);
        const { digest: _digest, ...rest } = document;
        const digest = hasNewDigest ? hashJson(rest) : document.digest;
        expect(await checkDocument({ ...rest, digest })).toMatchObject({ holds: false });
      },
    ),
    { numRuns: runs, maxSkipsPerRun: 1000 },
  );
});

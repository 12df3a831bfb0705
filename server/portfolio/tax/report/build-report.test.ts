import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taxCountries } from '#contract/tax/choice.ts';
import { type TaxReport, type TaxTotals, taxReportSchema } from '#contract/tax/report.ts';
import { randomLedger } from '../../../../tests/support/ledger/random-ledger.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { fakeValuer, reportOf } from '../../../../tests/support/portfolio/tax-report.ts';
import { isCoin, type LedgerEntry } from '../../ledger/engine/entry.ts';
import { expandEntry } from '../../ledger/engine/expand-entry.ts';
import { formatAmount, formatMoney, parseMoney, roundMoney } from '../../ledger/engine/fixed-point.ts';
import { Ledger } from '../../ledger/engine/ledger.ts';
import type { Method, Scope } from '../../ledger/engine/lot.ts';
import { sumTotals } from './totals.ts';

const names = ['proceeds', 'cost', 'gains', 'losses', 'net'] as const;
const closes = { bitcoin: '3', ethereum: '2', dogecoin: '0.5' };
const runs = 1000;

const money = (text: string | null) => parseMoney(text ?? '0');
const addTotals = (all: readonly Record<(typeof names)[number], string | null>[]) =>
  Object.fromEntries(
    names.map((name) => [name, formatMoney(all.reduce((sum, one) => sum + money(one[name]), 0n))]),
  );
const known = (totals: TaxTotals) => addTotals([totals]);

const choices: fc.Arbitrary<{ method: Method; scope: Scope }> = fc.record({
  method: fc.constantFrom('fifo', 'lifo', 'hifo', 'average', 'specific', 'uk'),
  scope: fc.constantFrom('portfolio', 'wallet'),
});

/** The ledger's own disposals of a time span, independent of the report code. */
function ledgerTotals(
  entries: readonly LedgerEntry[],
  settings: { method: Method; scope: Scope },
  { from, to, currency }: Pick<TaxReport, 'from' | 'to' | 'currency'>,
): Record<string, string> {
  const ledger = new Ledger(entries, { ...settings, valuer: fakeValuer(currency, closes) });
  const disposals = ledger
    .listCoins()
    .flatMap((coinId) => ledger.figuresOf(coinId)!.listDisposals())
    .filter(({ event }) => {
      const at = event.entry.occurredAt;
      return at >= Date.parse(from) && at < Date.parse(to);
    });
  const totals = sumTotals(disposals);
  return Object.fromEntries(names.map((name) => [name, formatMoney(totals[name] ?? 0n)]));
}

describe('on random ledgers', () => {
  it('the ledger plus the differences equal the report exactly, in every country', () => {
    fc.assert(
      fc.property(randomLedger, choices, fc.constantFrom(...taxCountries), (entries, settings, country) => {
        const report = reportOf(entries, { country, year: 2023, settings, closes });
        expect(known(report.ledger.totals)).toEqual(ledgerTotals(entries, settings, report));
        expect(addTotals([report.ledger.totals, ...report.differences])).toEqual(known(report.totals));
      }),
      { numRuns: runs },
    );
  });

  it('the totals of `generic` are those of the ledger, and the years sum to the whole', () => {
    fc.assert(
      fc.property(randomLedger, choices, (entries, settings) => {
        const years = [2023, 2024].map((year) =>
          reportOf(entries, { country: 'generic', year, settings, closes }),
        );
        for (const report of years) {
          expect(report.differences).toEqual([]);
          expect(known(report.totals)).toEqual(ledgerTotals(entries, settings, report));
        }
        const whole = { from: '2009-01-01', to: '2100-01-01', currency: 'USD' };
        expect(addTotals(years.map(({ totals }) => totals))).toEqual(ledgerTotals(entries, settings, whole));
      }),
      { numRuns: runs },
    );
  });

  it('the lines of all years appear in exactly one year, in every country', () => {
    fc.assert(
      fc.property(randomLedger, fc.constantFrom(...taxCountries), (entries, country) => {
        const lines = [2022, 2023, 2024].flatMap((year) => {
          const report = reportOf(entries, { country, year, closes });
          return report.lines.map((line) => ({
            ...line,
            isInside: line.disposedAt >= report.from && line.disposedAt < report.to,
          }));
        });
        expect(lines.every(({ isInside }) => isInside)).toBe(true);
        const taken = lines.map(({ coinId, transactionIds, kind, term, exempt, cost, amount }) =>
          [coinId, transactionIds, kind, term, exempt, cost, amount].join(' '),
        );
        expect(new Set(taken).size).toBe(taken.length);
      }),
      { numRuns: 200 },
    );
  });

  it('the pools of the United Kingdom equal those left in the ledger', () => {
    fc.assert(
      fc.property(randomLedger, (entries) => {
        const settings = { method: 'uk', scope: 'portfolio' } as const;
        const plain = entries.filter(({ type }) => type !== 'gift_in' && type !== 'gift_out');
        const { pools, lines } = reportOf(plain, { country: 'GB', year: 2023, settings, closes });
        const ledger = new Ledger(plain, { ...settings, valuer: fakeValuer('GBP', closes) });
        const left = ledger
          .listCoins()
          .flatMap((coinId) =>
            ledger
              .figuresOf(coinId)!
              .lots.flatMap(({ transactionId, remaining, cost }) =>
                transactionId === null
                  ? { coinId, amount: formatAmount(remaining), cost: formatMoney(cost!) }
                  : [],
              ),
          );
        const byCoin = (a: { coinId: string }, b: { coinId: string }) => (a.coinId < b.coinId ? -1 : 1);
        const written = pools.map(({ coinId, amount, cost }) => ({ coinId, amount, cost }));
        expect(written.sort(byCoin)).toEqual(left.sort(byCoin));
        for (const { poolAfter } of lines)
          expect(money(poolAfter!.amount) >= 0n && money(poolAfter!.cost) >= 0n).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  it('the cost of what comes in equals that of what goes out and is left, with denied losses (Canada)', () => {
    fc.assert(
      fc.property(randomLedger, (entries) => {
        const known = entries.filter(
          (entry) => entry.wallet !== 'elsewhere' && entry.toWallet !== 'elsewhere',
        );
        const { lines, pools, details } = reportOf(known, { country: 'CA', year: 2023, closes });
        const valuer = fakeValuer('CAD', closes);
        // A gift is acquired at its market value.
        const revalued = known.map((entry) => (entry.type === 'gift_in' ? { ...entry, value: null } : entry));
        const costs = revalued.flatMap((entry) =>
          expandEntry(entry, valuer).events.flatMap((event) =>
            event.kind === 'acquisition' ? event.cost : [],
          ),
        );
        fc.pre(!costs.includes(null) && lines.every(({ cost }) => cost !== null));
        // If nothing is held, a denied loss waits for the next purchase.
        fc.pre(
          details.country === 'CA' &&
            details.superficialLosses.every(({ coinId }) => pools.some((pool) => pool.coinId === coinId)),
        );
        const denied = details.country === 'CA' ? money(details.deniedTotal) : 0n;
        const out = lines.reduce((sum, { cost }) => sum + money(cost), 0n);
        const left = pools.reduce((sum, { cost }) => sum + money(cost), 0n);
        const into = costs.reduce<bigint>((sum, cost) => sum + (cost ?? 0n), 0n);
        expect(formatMoney(out + left)).toBe(formatMoney(into + denied));
      }),
      { numRuns: 300 },
    );
  });

  it('the cost paid leaves with sales and gifts, each share by the formula, or is left (France)', () => {
    fc.assert(
      fc.property(randomLedger, (entries) => {
        const known = entries.filter(
          (entry) => entry.wallet !== 'elsewhere' && entry.toWallet !== 'elsewhere',
        );
        const valuer = fakeValuer('EUR', closes);
        const costs = known
          .filter(({ type }) => type !== 'swap')
          .flatMap((entry) => {
            const { events, gross } = expandEntry(entry, valuer);
            // The fee is paid in coins, so it is not an acquisition cost.
            return events.flatMap((event) =>
              event.kind === 'acquisition' ? (isCoin(entry.fee) ? gross : event.cost) : [],
            );
          });
        const years = [2023, 2024].map((year) => reportOf(known, { country: 'FR', year, closes }));
        const sales = years
          .flatMap(({ lines, apart }) => [...lines, ...apart.filter(({ kind }) => kind === 'gift_out')])
          .sort((a, b) => (a.disposedAt < b.disposedAt ? -1 : 1));
        fc.pre(!costs.includes(null) && sales.every(({ cost }) => cost !== null));
        const { details } = years[1]!;
        const after = details.country === 'FR' ? details.acquisitionCostAfter : null;
        // Something was sold that was never bought.
        fc.pre(after !== null);
        const left = money(after);
        const out = sales.reduce((sum, { cost }) => sum + money(cost), 0n);
        const paid = costs.reduce<bigint>((sum, cost) => sum + (cost ?? 0n), 0n);
        expect(formatMoney(out + left)).toBe(formatMoney(paid));
        for (const { cost, poolAfter, proceeds, fees, portfolioValue, kind } of sales) {
          if (kind === 'gift_out' || proceeds === null || fees === null) continue;
          const before = money(cost) + money(poolAfter!.cost);
          const price = money(proceeds) + money(fees);
          expect(cost).toBe(formatMoney(roundMoney(before * price, money(portfolioValue))));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the cost allocated to wallets on 2025-01-01 equals the cost left before (United States)', () => {
    fc.assert(
      fc.property(randomLedger, choices, (entries, { method }) => {
        const options = { settings: { method, scope: 'portfolio' } as const, closes };
        const [before, after] = [2024, 2025].map((year) =>
          reportOf(entries, { country: 'US', year, ...options }),
        );
        const sum = (
          report: TaxReport | undefined,
          read: (lot: TaxReport['lots'][number]) => string | null,
        ) => formatMoney((report?.lots ?? []).reduce((total, lot) => total + money(read(lot)), 0n));
        for (const read of [
          (lot: TaxReport['lots'][number]) => lot.cost,
          (lot: TaxReport['lots'][number]) => lot.amount,
        ])
          expect(sum(after, read)).toBe(sum(before, read));
        expect(after?.lots.every(({ wallet }) => wallet !== null)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('the disposals that prove lines by the ledger have the same gains in it', () => {
    fc.assert(
      fc.property(randomLedger, fc.constantFrom(...taxCountries), (entries, country) => {
        const { lines, currency } = reportOf(entries, { country, year: 2023, closes });
        const ledgers = new Map<string, Ledger>();
        const gainOf = ({
          coin,
          transaction,
          isFee,
          from = '',
          to = '~',
          method,
          scope,
        }: TaxReport['lines'][number]['proofs'][number]) => {
          const key = `${method} ${scope}`;
          const ledger =
            ledgers.get(key) ??
            new Ledger(entries, { method: method as Method, scope, valuer: fakeValuer(currency, closes) });
          ledgers.set(key, ledger);
          const disposals = ledger.figuresOf(coin)?.listDisposals() ?? [];
          if (transaction === undefined) {
            const atOf = ({ event }: (typeof disposals)[number]) =>
              new Date(event.entry.occurredAt).toISOString();
            const ofDay = disposals.filter((each) => atOf(each) >= from && atOf(each) < to);
            return ofDay.reduce((sum, { gain }) => sum + gain!, 0n);
          }
          return disposals.find(({ event }) => event.entry.id === transaction && event.isFee === isFee)?.gain;
        };
        // A disposal split into two lines is proved as a whole.
        const groups = Map.groupBy(
          lines.filter(({ proofs }) => proofs.every((proof) => proof.country === undefined)),
          ({ proofs }) => JSON.stringify(proofs),
        );
        for (const group of groups.values()) {
          if (group.some(({ gain }) => gain === null)) continue;
          const gains = group[0]!.proofs.map(gainOf);
          expect(gains).not.toContain(undefined);
          const proved = gains.reduce<bigint>((sum, gain) => sum + (gain ?? 0n), 0n);
          const written = group.reduce((sum, { gain }) => sum + money(gain), 0n);
          expect(formatMoney(proved)).toBe(formatMoney(written));
        }
      }),
      { numRuns: runs },
    );
  });

  it('a report matches the contract for any ledger', () => {
    fc.assert(
      fc.property(randomLedger, choices, fc.constantFrom(...taxCountries), (entries, settings, country) => {
        const report = reportOf(entries, { country, year: 2023, settings });
        expect(taxReportSchema.parse(report)).toEqual(report);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a report', () => {
  const buy = entryOf('b', 'buy', '2023-01-01', { in: '2 bitcoin', out: '200 USD' });
  const sale = entryOf('s', 'sell', '2023-12-31T23:30:00Z', { in: '150 USD', out: '1 bitcoin' });

  it('says once that it is not advice', () => {
    const { notes } = reportOf([buy], { country: 'generic', year: 2023 });
    expect(notes.filter(({ kind }) => kind === 'no_advice').map(({ text }) => text)).toEqual([
      'This is a calculation, not advice.',
    ]);
  });

  it("has the years of its country's time zone, or of one requested", () => {
    const countLines = (timeZone?: string) =>
      reportOf([buy, sale], { country: 'generic', year: 2023, ...(timeZone && { timeZone }) }).lines.length;
    expect([countLines(), countLines('Europe/Paris'), countLines('Pacific/Kiritimati')]).toEqual([1, 0, 0]);
  });

  it('says how many portfolios it leaves out', () => {
    const textsOf = (otherPortfolios: number) =>
      reportOf([buy], { country: 'generic', year: 2023, otherPortfolios })
        .notes.filter(({ kind }) => kind === 'portfolios')
        .map(({ text }) => text);
    expect(textsOf(0)).toEqual([]);
    expect(textsOf(1)[0]).toContain('Another portfolio');
    expect(textsOf(3)[0]).toContain('3 other portfolios');
  });

  it('includes other portfolios in the calculation and says what that changes', () => {
    const other = entryOf('o', 'buy', '2022-01-01', { in: '1 bitcoin', out: '10 USD' });
    const { totals, ledger, differences, lines } = reportOf([buy, sale], {
      country: 'generic',
      year: 2023,
      others: [other],
    });
    expect([ledger.totals.net, totals.net]).toEqual(['50', '140']);
    expect(differences.map(({ rule, net }) => [rule, net])).toEqual([['portfolios', '90']]);
    expect(lines[0]?.proofs).toMatchObject([{ country: 'generic', timeZone: 'UTC', with: 'other' }]);
  });

  it('lists income by kind', () => {
    const { income, incomeLines } = reportOf(
      [
        entryOf('i', 'income', '2023-05-01', { in: '2 bitcoin' }, { kind: 'staking' }),
        entryOf('j', 'income', '2023-06-01', { in: '1 dogecoin' }, { kind: 'airdrop' }),
        entryOf('k', 'income', '2024-06-01', { in: '1 bitcoin' }, { kind: 'staking' }),
      ],
      { country: 'generic', year: 2023, closes: { bitcoin: '3' } },
    );
    expect(income).toEqual({ total: '6', byKind: { airdrop: null, staking: '6' } });
    expect(incomeLines).toHaveLength(2);
  });

  it('lists an unknown cost once: at the acquisition, or with a pool at the disposal', () => {
    const entries = [
      entryOf('u', 'buy', '2024-01-10', { in: '1 bitcoin' }),
      entryOf('s', 'sell', '2024-05-10', { in: '500 EUR', out: '1 bitcoin' }),
    ];
    const listed = (country: 'DE' | 'GB' | 'CA') => {
      const { problems, largestDifference } = reportOf(entries, { country, year: 2024 });
      return [problems.map((one) => [one.kind, one.transactionId, one.largestDifference]), largestDifference];
    };
    expect(listed('DE')).toEqual([[['unknown_cost', 'u', '500']], '500']);
    for (const country of ['GB', 'CA'] as const)
      expect(listed(country)).toEqual([[['unknown_cost', expect.any(String), '500']], '500']);
  });

  it('counts an assumed date as a problem in any year', () => {
    const opening = entryOf(
      'o',
      'opening',
      '2022-01-01',
      { in: '1 bitcoin', out: '5 USD' },
      { isDateAssumed: true },
    );
    for (const country of taxCountries)
      expect(reportOf([opening], { country, year: 2023 }).problems).toMatchObject([
        { kind: 'assumed_date', transactionId: 'o', largestDifference: '0' },
      ]);
  });
});

import type { TaxNote } from '#contract/tax/report.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import { type Money, parseMoney } from '../../ledger/engine/fixed-point.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import { partsOf, startSteps } from '../report/country-run.ts';
import type { LedgerRun, TaxPart } from '../report/ledger-run.ts';
import { type LineDraft, subtract, toLine } from '../report/line-draft.ts';
import { listOpenLotsAt, type OpenRow } from '../report/list-open-lots-at.ts';
import type { TaxCase } from '../report/tax-case.ts';
import { isInYear, type TaxYear } from '../report/tax-year.ts';
import { sumTotals } from '../report/totals.ts';
import type { CountryRules } from './country-rules.ts';
import { FrenchPortfolio, type PortfolioSale } from './fr-portfolio.ts';
import { listFrenchGaps } from './list-french-gaps.ts';
import { findLimit } from './list-limits.ts';

const article = 'CGI art. 150 VH bis';
const doctrine = 'BOI-RPPM-PVBMC-30-20';
const average = { method: 'average', scope: 'portfolio' } as const;

/**
 * France, occasional sales of individuals (art. 150 VH bis CGI; BOI-RPPM-PVBMC-30-10 and 30-20): gain = price less
 * fees − acquisition cost left × price ÷ value of the whole portfolio; that share is deducted from the cost. Fees
 * lower only the first term (§ 50). Swaps of coins are not disposals (II A); payments in coins are. Sales up to €305 a
 * year are exempt (II B).
 */
export const fr: CountryRules = {
  country: 'FR',
  currency: 'EUR',
  apply(taxCase) {
    const { year, entries, valuer } = taxCase;
    const { steps, run } = startSteps(taxCase);
    const parts = partsOf(taxCase, run);
    const portfolio = new FrenchPortfolio(entries, valuer);
    const inYear = portfolio.sales.filter(({ entry }) => isInYear(year, entry.occurredAt));
    const sold = inYear.filter(({ kind }) => kind !== 'gift_out');
    const keys = new Set(sold.map(keyOf));
    const isSold = (part: TaxPart) => keys.has(keyOf(part));
    const kept = parts.filter((part) => part.kind !== 'swap' && (!part.isFee || isSold(part)));
    steps.add(
      {
        rule: 'swaps',
        text: 'Swaps of coins are not disposals, and neither are fees in coins for a purchase, sale or swap.',
        source: `${article}, II A; ${doctrine} § 50`,
      },
      sumTotals(kept),
    );
    const counted = kept.filter(isSold);
    steps.add(
      {
        rule: 'gifts_and_losses',
        text: 'Gifts and stolen or lost coins are not sales and are listed separately.',
        source: `${article}, I`,
      },
      sumTotals(counted),
    );
    const lines = sold.map((sale) => toSaleLine(sale, taxCase));
    steps.add(
      {
        rule: 'portfolio_share',
        text: "A sale's cost is the acquisition cost of the whole portfolio × the price of the sale ÷ the value of the whole portfolio.",
        source: `${article}, III; ${doctrine} § 1`,
      },
      sumTotals(lines),
    );
    const limit = findLimit('FR', year.year, 'exemption limit of sales');
    const proceeds = sumTotals(lines).proceeds;
    const isExempt =
      limit !== null && lines.length > 0 && proceeds !== null && isWithinLimit(lines, proceeds, limit.value);
    const written = isExempt ? lines.map((line) => ({ ...line, exempt: true })) : lines;
    steps.add(
      {
        rule: 'exemption_limit',
        text: "The year's sales do not exceed the exemption limit, so all of them are exempt.",
        source: limit?.source ?? article,
      },
      sumTotals(isExempt ? [] : lines),
    );
    return {
      method: 'portfolio_share',
      scope: 'portfolio',
      lines: written,
      apart: [
        ...inYear.filter(({ kind }) => kind === 'gift_out').map((sale) => toGiftLine(sale, taxCase)),
        ...parts.filter(({ kind }) => kind === 'loss').map((part) => toLossLine(part, taxCase)),
      ].sort((a, b) => a.at - b.at),
      steps,
      run,
      open: listHeld(run, year),
      notes: listNotes(taxCase),
      details: {
        country: 'FR',
        acquisitionCostBefore: moneyText(portfolio.costBefore(year.from)),
        acquisitionCostAfter: moneyText(portfolio.costBefore(year.to)),
        sales: moneyText(proceeds),
        exemptionLimit: limit?.value ?? null,
        isExempt,
      },
      ...listFrenchGaps(portfolio, new Map(sold.map((sale, index) => [sale, written[index]!])), taxCase),
      proofOf: () => null,
    };
  },
  getProofSetup: () => ({ method: 'portfolio_share', scope: 'portfolio', entryRules: {}, runCoin: null }),
};

const keyOf = ({ entry, isFee, coinId }: { entry: { id: string }; isFee: boolean; coinId: string }) =>
  `${entry.id} ${isFee} ${coinId}`;

/** What is held of each coin. Coins have no cost of their own, only the whole portfolio has one (III B). */
function listHeld(run: LedgerRun, { to }: TaxYear): OpenRow[] {
  const byCoin = Map.groupBy(listOpenLotsAt(run, average, to), ({ coinId }) => coinId);
  return [...byCoin].map(([coinId, rows]) => {
    const amount = rows.reduce((sum, { lot }) => sum + lot.remaining, 0n);
    const none = { transactionId: null, acquiredAt: null, wallet: null, cost: null };
    return { coinId, lot: { ...none, amount, remaining: amount } };
  });
}

/** False if a price is unknown, because the proceeds might exceed the limit. */
function isWithinLimit(lines: readonly LineDraft[], proceeds: Money, limit: string): boolean {
  return lines.every((line) => line.proceeds !== null) && proceeds <= parseMoney(limit);
}

function toSaleLine(sale: PortfolioSale, { year }: TaxCase): LineDraft {
  const proceeds = subtract(sale.price, sale.fees);
  return {
    kind: sale.kind,
    day: year.zone.dayOf(sale.entry.occurredAt),
    at: sale.entry.occurredAt,
    coinId: sale.coinId,
    amount: sale.amount,
    proceeds,
    cost: sale.share,
    gain: subtract(proceeds, sale.share),
    fees: sale.fees,
    adjustment: 0n,
    acquired: null,
    term: null,
    box: null,
    exempt: false,
    rules: ['portfolio_share'],
    poolAfter: { amount: null, cost: sale.costAfter },
    portfolioValue: sale.portfolioValue,
    largestGain: sale.largestGain,
    matches: [],
    disposals: [{ transactionId: sale.entry.id, isFee: sale.isFee }],
  };
}

/** Has no gain: its share of the cost leaves with the gift. */
function toGiftLine(sale: PortfolioSale, taxCase: TaxCase): LineDraft {
  return { ...toSaleLine(sale, taxCase), proceeds: null, gain: null, fees: 0n };
}

/** A loss takes none of the portfolio's cost, and the rule has no cost per lot. */
function toLossLine(part: TaxPart, { year }: TaxCase): LineDraft {
  const { proceeds } = part;
  return toLine({ ...part, matches: [] }, year.zone, { cost: 0n, gain: proceeds, rules: [], acquired: null });
}

/** The rule applies from 2019. */
const isSaleBeforeRule = ({ type, occurredAt }: LedgerEntry) =>
  occurredAt < Date.UTC(2019, 0, 1) && (type === 'sell' || type === 'swap' || type === 'spend');

function listNotes({ year, entries }: TaxCase): TaxNote[] {
  const limit = findLimit('FR', year.year, 'exemption limit of sales');
  const notes: TaxNote[] = [
    {
      kind: 'method',
      text: 'Gain = price less fees − acquisition cost of the whole portfolio × price ÷ value of the whole portfolio at the time; that share is taken out of the cost. Values are at the day’s closing prices, in euros. Swaps of coins are not disposals.',
      source: `${article}; ${doctrine}`,
    },
    {
      kind: 'rule',
      text: 'A household counts as one portfolio: coins missing from this calculation would change the gain of every line.',
      source: `${doctrine} §§ 70, 140`,
    },
    {
      kind: 'apart',
      text: 'Gifts and stolen or lost coins are listed separately. A gift takes its share of the acquisition cost with it; a loss takes none.',
      source: `${doctrine} § 100`,
    },
  ];
  if (entries.some(isSaleBeforeRule))
    notes.push({
      kind: 'rule',
      text: 'Sales and swaps before 2019 are calculated here with the same formula. By law, the original acquisition cost of coins sold before 2019 is left out.',
      source: `${article}, III B`,
    });
  if (limit)
    notes.push({
      kind: 'limit',
      text: `If a year's sales, less fees, are at most ${limit.value} € in total, they are exempt; above that, all of them are taxed.`,
      source: limit.source,
    });
  if (year.year < 2019)
    notes.push({
      kind: 'limit',
      text: 'Art. 150 VH bis applies to sales from 1 January 2019 on.',
      source: 'Law no. 2018-1317 of 28 December 2018, art. 41',
    });
  return notes;
}

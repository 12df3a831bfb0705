import type { TaxIncomeLine, TaxLine, TaxLot, TaxProof, TaxUnknownCost } from '#contract/tax/report.ts';
import type { Instant } from '#contract/units.ts';
import { formatAmount } from '../../ledger/engine/fixed-point.ts';
import { describeMatch } from '../../ledger/figures/describe-disposals.ts';
import { instantText, moneyText } from '../../ledger/figures/money-text.ts';
import type { TaxOutcome } from '../rules/country-rules.ts';
import { writeMoneyIn } from '../text/write-money.ts';
import type { AcquisitionDays } from './acquisition-days.ts';
import type { LedgerRun } from './ledger-run.ts';
import type { LineDraft } from './line-draft.ts';
import { OriginFinder } from './origin-finder.ts';
import type { ReportContext } from './report-context.ts';
import { spanOfDay } from './span-of-day.ts';
import { isInYear, type TaxYear } from './tax-year.ts';
import { dayText } from './time-zone.ts';

/** Formats lines for the report. Numbering continues from the lines to those listed separately. */
export function describeLines(
  lines: readonly LineDraft[],
  outcome: TaxOutcome,
  context: ReportContext,
  firstNumber: number,
): TaxLine[] {
  const apartDays = new Set(outcome.apart.map(({ coinId, day }) => `${coinId} ${day}`));
  const rules = { ...outcome, proofOf: memoize(outcome.proofOf) };
  return lines.map((line, index) => {
    const { symbol, name } = context.nameOf(line.coinId);
    return {
      number: firstNumber + index,
      kind: line.kind,
      day: dayText(line.day),
      disposedAt: new Date(line.at).toISOString(),
      coinId: line.coinId,
      symbol,
      name,
      amount: formatAmount(line.amount),
      proceeds: moneyText(line.proceeds),
      cost: moneyText(line.cost),
      gain: moneyText(line.gain),
      fees: moneyText(line.fees),
      adjustment: moneyText(line.adjustment)!,
      acquiredAt: typeof line.acquired === 'number' ? dayText(line.acquired) : line.acquired,
      term: line.term,
      box: line.box,
      exempt: line.exempt,
      rules: [...line.rules],
      poolAfter: line.poolAfter && {
        amount: line.poolAfter.amount === null ? null : formatAmount(line.poolAfter.amount),
        cost: moneyText(line.poolAfter.cost),
      },
      portfolioValue: moneyText(line.portfolioValue),
      transactionIds: [...new Set(line.disposals.map(({ transactionId }) => transactionId))],
      matches: line.matches.map(describeMatch),
      problem: problemOf(line, symbol, context.currency),
      proofs: proofsOf(line, rules, context, apartDays),
    };
  });
}

/** Remembers results: some countries go through all of a coin's events for each, and a coin may have 100,000. */
function memoize<Result>(find: (name: string) => Result): (name: string) => Result {
  const found = new Map<string, Result>();
  return (name) => {
    if (!found.has(name)) found.set(name, find(name));
    return found.get(name) as Result;
  };
}

function problemOf(
  { gain, proceeds, cost, kind, largestGain = null }: LineDraft,
  symbol: string,
  currency: string,
): string | null {
  if (gain !== null || kind === 'gift_out') return null;
  const name = symbol.toUpperCase();
  if (proceeds === null) return `The value of this ${name} is unknown, so the line has no known gain.`;
  if (largestGain !== null)
    return `Its share of the portfolio's acquisition cost is unknown, so the line has no known gain. It is at most ${writeMoneyIn(moneyText(largestGain), currency)}.`;
  return cost === null ? `The cost of this ${name} is unknown, so the line has no known gain.` : null;
}

/** How a line is proved: by a figure of the ledger if it has one for the line, otherwise by the country's rules. */
function proofsOf(
  { disposals, coinId, gain, day }: LineDraft,
  outcome: TaxOutcome,
  context: ReportContext,
  apartDays: ReadonlySet<string>,
): TaxProof[] {
  const { portfolioId, otherIds, country, currency } = context;
  const timeZone = context.year.zone.name;
  const isOfDay = disposals.length > 1 && gain !== null;
  // A day's gains in the ledger include those of losses.
  const isApart = isOfDay && apartDays.has(`${coinId} ${day}`);
  const ofLedger = otherIds.length === 0 && !isApart ? outcome.proofOf(coinId) : null;
  const ofRules = { method: outcome.method, scope: outcome.scopeBefore ?? outcome.scope, country, timeZone };
  const others = otherIds.length === 0 ? {} : { with: otherIds.join(',') };
  const common = {
    ...{ portfolioId, coin: coinId, currency },
    ...(ofLedger ?? { ...ofRules, ...others }),
  };
  if (isOfDay) return [{ ...common, figure: 'realized', ...describeSpan(spanOfDay(day, context.year)) }];
  return disposals.map(({ transactionId, isFee }) => ({
    ...common,
    figure: 'gain',
    ...{ transaction: transactionId, isFee },
  }));
}

const describeSpan = ({ from, to }: { readonly from: Instant; readonly to: Instant }) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Lists the year's income. */
export function describeIncomes(
  { incomes }: LedgerRun,
  year: TaxYear,
  context: ReportContext,
): TaxIncomeLine[] {
  return incomes
    .filter(({ entry }) => isInYear(year, entry.occurredAt))
    .map(({ entry, coinId, value }) => ({
      day: dayText(year.zone.dayOf(entry.occurredAt)),
      transactionId: entry.id,
      kind: entry.kind ?? 'other',
      coinId,
      symbol: context.nameOf(coinId).symbol,
      amount: entry.in && 'coinId' in entry.in ? formatAmount(entry.in.amount) : '0',
      value: moneyText(value),
    }));
}

/** Lists lots and pools. */
export function describeLots(
  open: TaxOutcome['open'],
  context: ReportContext,
  days: AcquisitionDays,
): TaxLot[] {
  return open.map(({ coinId, lot }) => ({
    coinId,
    symbol: context.nameOf(coinId).symbol,
    transactionId: lot.transactionId,
    acquiredAt: instantText(days.instantOf(lot)),
    wallet: lot.wallet,
    walletName: lot.wallet === null ? null : context.walletNameOf(lot.wallet),
    amount: formatAmount(lot.remaining),
    cost: moneyText(lot.cost),
  }));
}

/** Lists coins acquired up to the end of the year at unknown cost or from an unknown origin. */
export function describeUnknownCosts(
  { coins }: LedgerRun,
  year: TaxYear,
  context: ReportContext,
): TaxUnknownCost[] {
  return [...coins.values()].flatMap(({ coinId, events }) => {
    const { symbol } = context.nameOf(coinId);
    const origins = new OriginFinder();
    const rows: TaxUnknownCost[] = [];
    for (const event of events) {
      const missing = origins.note(event);
      if (event.entry.occurredAt >= year.to) break;
      const isUnknown = event.kind === 'acquisition' && event.cost === null;
      if (!isUnknown && missing === 0n) continue;
      rows.push({
        transactionId: event.entry.id,
        day: dayText(year.zone.dayOf(event.entry.occurredAt)),
        coinId,
        symbol,
        amount: formatAmount(isUnknown ? event.amount : missing),
        reason: isUnknown
          ? `The cost of this ${symbol.toUpperCase()} is unknown.`
          : `The origin of this ${symbol.toUpperCase()} is unknown.`,
      });
    }
    return rows;
  });
}

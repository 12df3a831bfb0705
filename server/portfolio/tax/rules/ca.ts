import type { TaxDetailsOf, TaxNote } from '#contract/tax/report.ts';
import type { CoinId } from '#contract/units.ts';
import {
  formatAmount,
  formatMoney,
  type Money,
  parseMoney,
  roundMoney,
} from '../../ledger/engine/fixed-point.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import { runCountry } from '../report/country-run.ts';
import { type CoinHistory, type CoinResult, runAccount, type TaxPart } from '../report/ledger-run.ts';
import { type LineDraft, toLine } from '../report/line-draft.ts';
import type { TaxCase } from '../report/tax-case.ts';
import type { TaxYear } from '../report/tax-year.ts';
import { dayText } from '../report/time-zone.ts';
import { sumTotals } from '../report/totals.ts';
import { type CoinBase, disposalKey, runAdjustedCostBase, windowDays } from './adjusted-cost-base.ts';
import type { CountryRules, TaxOutcome } from './country-rules.ts';
import { findLimit } from './list-limits.ts';

const choice = { method: 'average', scope: 'portfolio' } as const;
const entryRules = { giftIn: 'market', giftOut: 'market' } as const;
const giftSource = 'ITA 69(1); CRA T4037';
const lossSource = 'ITA 54 "superficial loss", 40(2)(g)(i), 53(1)(f); CRA T4037; IT-456R para. 12';

/**
 * Canada. The adjusted cost base of identical properties over all wallets (ITA 47(1); CRA T4037). The denied share of a
 * loss is min(sold, acquired from 30 days before to 30 days after, held at the end of that window) ÷ sold; the denied
 * amount is added to the cost of the coins held (ITA 54 "superficial loss", 40(2)(g)(i), 53(1)(f)). Gifts given and
 * received are valued at market (ITA 69(1)). Theft and destruction are dispositions (ITA 248(1) "disposition").
 */
export const ca: CountryRules = {
  country: 'CA',
  currency: 'CAD',
  apply(taxCase) {
    const { year } = taxCase;
    const bases = new Map<CoinId, CoinBase>();
    const runCoin = (history: CoinHistory) => {
      const base = runAdjustedCostBase(history, runAccount(history.events, choice), year.zone);
      bases.set(history.coinId, base);
      return base;
    };
    const run = runCountry(taxCase, {
      choice,
      methodRule: {
        rule: 'adjusted_cost_base',
        text: 'Identical coins have one average cost over all wallets.',
        source: 'ITA 47(1); CRA T4037',
      },
      entryRules,
      entryRuleTexts: {
        giftIn: {
          rule: 'gift_in',
          text: 'A gift received costs its market value at the time.',
          source: giftSource,
        },
        giftOut: {
          rule: 'gift_out',
          text: 'A gift is a disposition at its market value.',
          source: giftSource,
        },
      },
      runCoin,
      runRule: {
        rule: 'superficial_loss_base',
        text: 'Denied losses are added to the cost of the coins still held.',
        source: lossSource,
      },
      excluded: [],
    });
    const lines = run.counted.map((part) => toCanadianLine(part, year.zone, bases));
    run.steps.add(
      { rule: 'superficial_loss', text: 'Superficial losses are denied.', source: lossSource },
      sumTotals(lines),
    );
    return {
      method: 'adjusted_cost_base',
      scope: 'portfolio',
      lines,
      apart: [],
      steps: run.steps,
      run: run.run,
      open: listOpen([...run.run.coins.values()], year),
      notes: listNotes(taxCase),
      details: describeDetails(taxCase, lines, listSuperficial(lines, bases)),
      irrelevantProblems: new Set(['assumed_value']),
      proofOf: (coinId) => {
        const events = run.run.coins.get(coinId)?.events ?? [];
        const isChanged = events.some(({ entry }) => run.changedIds.has(entry.id));
        return isChanged || (bases.get(coinId)?.superficial.size ?? 0) > 0 ? null : choice;
      },
    };
  },
  getProofSetup: (zone) => ({
    method: 'adjusted_cost_base',
    scope: 'portfolio',
    entryRules,
    runCoin: (history) => runAdjustedCostBase(history, runAccount(history.events, choice), zone),
  }),
};

function listOpen(coins: readonly (CoinHistory & CoinResult)[], { zone, to }: TaxYear): TaxOutcome['open'] {
  return coins
    .toSorted((a, b) => (a.coinId < b.coinId ? -1 : 1))
    .flatMap((coin) =>
      runAdjustedCostBase(coin, coin, zone, to).open.map((lot) => ({ coinId: coin.coinId, lot })),
    );
}

function toCanadianLine(
  part: TaxPart,
  zone: TaxCase['year']['zone'],
  bases: ReadonlyMap<CoinId, CoinBase>,
): LineDraft {
  const base = bases.get(part.coinId);
  const key = disposalKey(part.entry.id, part.isFee);
  const denied = base?.superficial.get(key)?.denied ?? 0n;
  return toLine(part, zone, {
    gain: part.gain === null ? null : part.gain + denied,
    adjustment: denied,
    rules: denied > 0n ? ['adjusted_cost_base', 'superficial_loss'] : ['adjusted_cost_base'],
    poolAfter: base?.after.get(key) ?? null,
    // An average has no acquisition date.
    acquired: null,
  });
}

function listSuperficial(
  lines: readonly LineDraft[],
  bases: ReadonlyMap<CoinId, CoinBase>,
): TaxDetailsOf<'CA'>['superficialLosses'] {
  return lines.flatMap(({ disposals, coinId }, index) => {
    const { transactionId, isFee } = disposals[0]!;
    const found = bases.get(coinId)?.superficial.get(disposalKey(transactionId, isFee));
    if (!found) return [];
    return [
      {
        line: index + 1,
        transactionIds: [found.transactionId],
        coinId,
        loss: formatMoney(found.loss),
        denied: formatMoney(found.denied),
        sold: formatAmount(found.sold),
        acquired: formatAmount(found.acquired),
        held: formatAmount(found.held),
      },
    ];
  });
}

function describeDetails(
  { year }: TaxCase,
  lines: readonly LineDraft[],
  superficialLosses: TaxDetailsOf<'CA'>['superficialLosses'],
): TaxDetailsOf<'CA'> {
  const rate = findLimit('CA', year.year, 'inclusion rate');
  const { net } = sumTotals(lines);
  const isUnknown = lines.some(({ gain }) => gain === null);
  const denied = lines.reduce<Money>((sum, { adjustment }) => sum + adjustment, 0n);
  const hundred = parseMoney('100');
  return {
    country: 'CA',
    superficialLosses,
    deniedTotal: formatMoney(denied),
    inclusionRate: rate?.value ?? null,
    taxable:
      net === null || isUnknown || !rate
        ? null
        : moneyText(roundMoney(net * parseMoney(rate.value), hundred)),
  };
}

function listNotes({ year, now }: TaxCase): TaxNote[] {
  const openUntil = year.lastDay + windowDays;
  const notes: TaxNote[] = [
    {
      kind: 'method',
      text: 'Average cost of all coins of a kind over all wallets. Superficial losses are denied and added to the cost of the coins still held.',
      source: `ITA 47(1); ${lossSource}`,
    },
    {
      kind: 'rule',
      text: 'Purchases by your spouse or by a company you control also count for superficial losses, but are not known here.',
      source: 'ITA 251.1',
    },
  ];
  if (year.zone.dayOf(now) <= openUntil)
    notes.push({
      kind: 'window',
      text: `Purchases until ${dayText(openUntil)} can still deny losses of this year.`,
      source: 'ITA 54 "superficial loss"',
    });
  return notes;
}

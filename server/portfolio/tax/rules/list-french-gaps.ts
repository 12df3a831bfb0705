import { absolute, type Money } from '../../ledger/engine/fixed-point.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import { type LineDraft, largestGainOf, sumLargestGains } from '../report/line-draft.ts';
import type { TaxCase } from '../report/tax-case.ts';
import { dayText } from '../report/time-zone.ts';
import { writeMoneyIn } from '../text/write-money.ts';
import type { OwnProblem, TaxOutcome } from './country-rules.ts';
import type { FrenchPortfolio, PortfolioSale } from './fr-portfolio.ts';

/**
 * Why lines have no gain: the whole portfolio has no value at that time, or no acquisition cost from some transaction
 * on. Because all costs are one sum, lines after an unknown cost have no gain, only an upper bound for it.
 */
export function listFrenchGaps(
  { causes, sales }: FrenchPortfolio,
  lineOf: ReadonlyMap<PortfolioSale, LineDraft>,
  taxCase: TaxCase,
): Pick<TaxOutcome, 'problems' | 'causes'> {
  const problems: OwnProblem[] = [];
  const withoutCost: LineDraft[] = [];
  for (const [sale, line] of lineOf) {
    if (sale.share !== null) continue;
    if (sale.isCostUnknown && sale.portfolioValue !== null && sale.price !== null) withoutCost.push(line);
    else problems.push(describeSale(sale, line, taxCase));
  }
  const [first] = causes;
  if (first && withoutCost.length > 0) {
    const day = dayText(taxCase.year.zone.dayOf(first.entry.occurredAt));
    const lines =
      withoutCost.length === 1
        ? '1 sale of the year has'
        : `${withoutCost.length.toLocaleString('en-US')} sales of the year have`;
    problems.push({
      kind: 'unknown_cost',
      transactionId: first.entry.id,
      message: `The acquisition cost of the whole portfolio is unknown from ${day} on, so ${lines} no known gain.${describeLargestGain(withoutCost, taxCase)}`,
      lines: withoutCost,
    });
  }
  return { problems, causes: boundCauses(causes, sales, lineOf) };
}

function describeSale(sale: PortfolioSale, line: LineDraft, taxCase: TaxCase): OwnProblem {
  const day = dayText(taxCase.year.zone.dayOf(sale.entry.occurredAt));
  const reason = sale.isPending
    ? `The price of ${sale.unpriced.join(', ')} on ${day} is being looked up.`
    : sale.unpriced.length > 0
      ? `There is no price for ${sale.unpriced.join(', ')} on ${day}, so the value of the whole portfolio is unknown.`
      : `The price of the sale of ${day} is unknown.`;
  return {
    kind: sale.isPending ? 'price_pending' : sale.unpriced.length > 0 ? 'no_portfolio_value' : 'unknown_cost',
    transactionId: sale.entry.id,
    message: `${reason} This sale has no known gain.${describeLargestGain([line], taxCase)}`,
    lines: [line],
  };
}

function describeLargestGain(lines: readonly LineDraft[], { currency }: TaxCase): string {
  const largest = sumLargestGains(lines);
  if (largest === null) return '';
  const start = lines.length === 1 ? 'It is' : 'Together, their gains are';
  return ` ${start} at most ${writeMoneyIn(moneyText(largest), currency)}: each missing cost lowers it.`;
}

/** By how much the lines after each cause could change the net. */
function boundCauses(
  causes: FrenchPortfolio['causes'],
  sales: readonly PortfolioSale[],
  lineOf: ReadonlyMap<PortfolioSale, LineDraft>,
): ReadonlyMap<string, Money | null> {
  const bounds = new Map<string, Money | null>();
  let [sum, sale]: [Money | null, number] = [0n, sales.length];
  for (const { entry, firstSale } of causes.toReversed()) {
    for (; sale > firstSale; sale -= 1) {
      const line = lineOf.get(sales[sale - 1]!);
      const largest = line && !line.exempt ? largestGainOf(line) : 0n;
      sum = sum === null || largest === null ? null : sum + largest;
    }
    bounds.set(entry.id, sum === null ? null : absolute(sum));
  }
  return bounds;
}

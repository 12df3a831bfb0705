import { listTaxFacts, type TaxFact } from '#contract/tax/facts.ts';
import type { ReportReader } from '../report/read-report-bytes.ts';
import { createCoinWriter } from '../text/coin-writer.ts';
import { writeAmount, writeMoney, writeMoneyIn } from '../text/write-money.ts';
import type { Block, Fact } from './block.ts';

/** The facts needed for a country's forms and limits. */
export function createCountryBlocks(report: ReportReader): Block[] {
  const { details, currency } = report.head;
  const toFact = (fact: TaxFact): Fact => ({
    name: fact.name,
    value: 'text' in fact ? fact.text : writeFactMoney(fact, currency),
    isFigure: true,
  });
  const sections = listTaxFacts(details).flatMap(({ title, isMain, facts }): Block[] => [
    { kind: isMain ? 'heading' : 'subheading', text: title },
    { kind: 'facts', facts: facts.map(toFact) },
  ]);
  return details.country === 'CA' ? [...sections, ...createLossTable(report)] : sections;
}

function writeFactMoney({ money, isWhole }: Extract<TaxFact, { money: unknown }>, currency: string): string {
  return isWhole && money !== null ? `${currency} ${writeAmount(money)}` : writeMoneyIn(money, currency);
}

function createLossTable({ head, count, rows }: ReportReader): Block[] {
  const losses = count('superficialLosses');
  if (losses === 0) return [];
  const { currency, coins: named } = head;
  const symbols = new Map(named.map(({ coinId, symbol }) => [coinId, symbol]));
  const coins = createCoinWriter(head);
  const figure = (name: string) => ({ name, share: 3, isFigure: true });
  return [
    {
      kind: 'table',
      name: 'Superficial losses',
      columns: [
        { name: 'Line', share: 2 },
        { name: 'Coin', share: 4, lines: coins.lines },
        ...['Sold', 'Acquired', 'Held', `Loss ${currency}`, `Denied ${currency}`].map(figure),
      ],
      count: losses,
      readRows: (first, end) =>
        rows('superficialLosses', first, end).map(({ line, coinId, sold, acquired, held, loss, denied }) => [
          String(line),
          coins.write({ coinId, symbol: symbols.get(coinId) ?? coinId }),
          ...[sold, acquired, held].map(writeAmount),
          ...[loss, denied].map((each) => writeMoney(each, currency)),
        ]),
    },
  ];
}

import type { Valuer } from '../../../../server/portfolio/ledger/engine/expand-entry.ts';
import {
  formatAmount,
  formatMoney,
  parseAmount,
  roundMoney,
  unitCostOf,
} from '../../../../server/portfolio/ledger/engine/fixed-point.ts';
import type { Ledger } from '../../../../server/portfolio/ledger/engine/ledger.ts';
import { plainValues } from './random-ledgers.ts';
import type { ReferenceCoin } from './reference-figures.ts';

const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The values of the random ledgers, in the engine's form. */
export function valuerIn(currency: string): Valuer {
  const rateOf = (name: string, day: string) =>
    name === 'USD' ? '1' : plainValues.rates.get(`${name} ${day}`);
  return {
    convert(money, at) {
      if (money.currency === currency) return money.amount;
      const [from, to] = [rateOf(money.currency, toDay(at)), rateOf(currency, toDay(at))];
      if (from === undefined || to === undefined) return null;
      return roundMoney(money.amount * parseAmount(to), parseAmount(from));
    },
    closeOf(coinId, at) {
      const close = plainValues.closes.get(`${coinId} ${toDay(at)}`);
      return close === undefined ? null : parseAmount(close);
    },
  };
}

const money = (value: bigint | null) => (value === null ? null : formatMoney(value));

/** The engine's figures in the reference's form. */
export function engineFigures(ledger: Ledger): ReferenceCoin[] {
  return ledger
    .listCoins()
    .sort()
    .map((coinId): ReferenceCoin => {
      const figures = ledger.figuresOf(coinId)!;
      const { costBasis, amountWithCost } = figures;
      const isAverageKnown = costBasis !== null && amountWithCost > 0n;
      return {
        coin: coinId,
        amount: formatAmount(figures.amount),
        wallets: Object.fromEntries(
          [...figures.wallets].map(([wallet, amount]) => [wallet, formatAmount(amount)]),
        ),
        costBasis: money(costBasis),
        averageCost: isAverageKnown ? formatAmount(unitCostOf(costBasis, amountWithCost)) : null,
        unknownCostAmount: formatAmount(figures.amountWithoutCost),
        realized: money(figures.realized),
        income: money(figures.income),
        fees: money(figures.fees),
        lots: figures.lots.map(
          (lot) => `${lot.transactionId} ${lot.acquiredAt} ${formatAmount(lot.remaining)} ${money(lot.cost)}`,
        ),
        disposals: figures
          .listDisposals()
          .map(({ event, proceeds, cost, gain, matches }) =>
            [
              event.entry.id,
              event.isFee,
              formatAmount(event.amount),
              money(proceeds),
              money(cost),
              money(gain),
              ...matches.map(
                (match) =>
                  `${match.transactionId} ${match.acquiredAt} ${formatAmount(match.amount)} ${money(match.cost)} ${match.rule}`,
              ),
            ].join(' | '),
          ),
      };
    });
}

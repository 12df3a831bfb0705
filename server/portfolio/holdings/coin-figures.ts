import type { CoinId } from '#contract/units.ts';
import type { LedgerSource } from '../ledger/calculator/ledger-source.ts';
import { formatAmount, formatMoney, unitCostOf } from '../ledger/engine/fixed-point.ts';
import { Ledger } from '../ledger/engine/ledger.ts';
import type { TransactionStore } from '../ledger/transactions/store.ts';
import type { CoinFigures } from './position.ts';

/** What the ledger says of each coin of a portfolio, by its settings, in US dollars. */
export type ReadCoinFigures = (userId: string, portfolioId: string) => Promise<readonly CoinFigures[]>;

/** Dollars alone have a value. */
const dollarValues = {
  convert: ({ currency, amount }: { currency: string; amount: bigint }) =>
    currency === 'USD' ? amount : null,
  closeOf: () => null,
};

/** Works the whole ledger out. */
export function createReadCoinFigures(deps: {
  readonly source: LedgerSource;
  readonly transactions: Pick<TransactionStore, 'findCoinName'>;
}): ReadCoinFigures {
  const { source, transactions } = deps;
  return async (userId, portfolioId) => {
    const head = await source.findHead(userId, portfolioId);
    if (!head) return [];
    const { entries } = await source.readChanges(portfolioId, 0);
    const ledger = new Ledger(entries, { ...head.settings, valuer: dollarValues });
    return Promise.all(
      ledger.listCoins().map(async (coinId) => {
        const name = await transactions.findCoinName(portfolioId, coinId);
        return { coinId, symbol: coinId, name: coinId, ...name, ...figuresOf(ledger, coinId) };
      }),
    );
  };
}

function figuresOf(ledger: Ledger, coinId: CoinId) {
  const { amount, costBasis, amountWithCost, amountWithoutCost, firstAcquiredAt } = ledger.figuresOf(coinId)!;
  const isKnown = costBasis !== null && amountWithCost > 0n;
  return {
    amount: formatAmount(amount),
    costBasis: costBasis === null ? null : formatMoney(costBasis),
    averageCost: isKnown ? formatAmount(unitCostOf(costBasis, amountWithCost)) : null,
    unknownCostAmount: formatAmount(amountWithoutCost),
    firstAcquiredAt: firstAcquiredAt === null ? null : new Date(firstAcquiredAt).toISOString(),
  };
}

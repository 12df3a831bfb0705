import type { CoinSummary, LedgerCalculator } from '../ledger/calculator/ledger-query.ts';
import type { LedgerSource } from '../ledger/calculator/ledger-source.ts';
import { formatAmount, formatMoney, unitCostOf } from '../ledger/engine/fixed-point.ts';
import type { ReadCoinNames } from '../ledger/figures/coin-names.ts';
import type { HoldingFigures } from './position.ts';

/** The ledger's figures for each coin of a portfolio, by its settings, in US dollars. */
export type ReadHoldingFigures = (userId: string, portfolioId: string) => Promise<readonly HoldingFigures[]>;

export function createReadHoldingFigures(deps: {
  readonly source: Pick<LedgerSource, 'findHead'>;
  readonly calculator: Pick<LedgerCalculator, 'summarize'>;
  readonly readNames: ReadCoinNames;
}): ReadHoldingFigures {
  const { source, calculator, readNames } = deps;
  return async (userId, portfolioId) => {
    const head = await source.findHead(userId, portfolioId);
    if (!head) return [];
    const { revision, size, settings } = head;
    const { method, scope } = settings;
    const query = { portfolioId, revision, size, method, scope, currency: 'USD', at: null };
    const { coins } = await calculator.summarize(query);
    const ids = coins.map(({ coinId }) => coinId);
    const names = await readNames(portfolioId, ids);
    return coins.map((coin) => {
      const { symbol, name } = names.get(coin.coinId) ?? { symbol: coin.coinId, name: coin.coinId };
      return { coinId: coin.coinId, symbol, name, ...figuresOf(coin) };
    });
  };
}

function figuresOf(coin: CoinSummary) {
  const { amount, costBasis, amountWithCost, firstAcquiredAt, isTraded } = coin;
  const isKnown = costBasis !== null && amountWithCost > 0n;
  return {
    amount: formatAmount(amount),
    costBasis: costBasis === null ? null : formatMoney(costBasis),
    averageCost: isKnown ? formatAmount(unitCostOf(costBasis, amountWithCost)) : null,
    amountWithoutCost: formatAmount(amount - amountWithCost),
    firstAcquiredAt: firstAcquiredAt === null ? null : new Date(firstAcquiredAt).toISOString(),
    isTraded,
  };
}

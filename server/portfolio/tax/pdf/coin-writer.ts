import type { CoinId } from '#contract/units.ts';
import type { ReportHead } from './read-report-bytes.ts';

interface WrittenCoin {
  readonly coinId: CoinId;
  readonly symbol: string;
  /** If it is known with the row. */
  readonly name?: string;
}

/** Writes coins by ticker and name, and by id if another coin of the report has the same ticker. */
export function createCoinWriter({ coins }: Pick<ReportHead, 'coins'>): (coin: WrittenCoin) => string {
  const names = new Map(coins.map(({ coinId, name }) => [coinId, name]));
  const byTicker = Map.groupBy(coins, ({ symbol }) => symbol.toUpperCase());
  return ({ coinId, symbol, name = names.get(coinId) ?? coinId }) => {
    const ticker = symbol.toUpperCase();
    const isShared = (byTicker.get(ticker)?.length ?? 0) > 1;
    return `${ticker} ${name}${isShared && name !== coinId ? ` (${coinId})` : ''}`;
  };
}

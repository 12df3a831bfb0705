import type { CoinId } from '#contract/units.ts';
import type { ReportHead } from '../report/read-report-bytes.ts';

interface WrittenCoin {
  readonly coinId: CoinId;
  readonly symbol: string;
  /** The name, if the row has it. */
  readonly name?: string;
}

interface CoinWriter {
  readonly write: (coin: WrittenCoin) => string;
  /** Lines that a coin may take. */
  readonly lines: number;
}

/**
 * Writes coins by ticker and name. If another coin of the report has the same ticker, the id comes first: a long name
 * may be cut.
 */
export function createCoinWriter({ coins }: Pick<ReportHead, 'coins'>): CoinWriter {
  const names = new Map(coins.map(({ coinId, name }) => [coinId, name]));
  const byTicker = Map.groupBy(coins, ({ symbol }) => symbol.toUpperCase());
  return {
    write({ coinId, symbol, name = names.get(coinId) ?? coinId }) {
      const ticker = symbol.toUpperCase();
      const isShared = (byTicker.get(ticker)?.length ?? 0) > 1;
      return isShared && name !== coinId ? `${ticker} ${coinId} (${name})` : `${ticker} ${name}`;
    },
    lines: byTicker.size < coins.length ? 2 : 1,
  };
}

import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import { type DayNumber, startOfDay } from '#server/platform/utc-day.ts';
import { simulatedCoins } from '../simulator/coins/simulated-coins.ts';
import { createPricePath, marketStart } from '../simulator/prices/price-path.ts';
import { defaultSeed } from '../simulator/simulated-market.ts';
import { toPriceText } from './daily-closes.ts';
import { roundPrice } from './past-close.ts';

/** The inputs a thread needs to compute a coin's simulated closes: cheaper to send than thousands of prices. */
export interface SimulatedCloseInputs {
  readonly simulated: {
    /** When the coins were last quoted. */
    readonly quotedAt: Instant;
    readonly today: DayNumber;
    /** Today's price of a listed coin. */
    readonly quote: DecimalText | null;
  };
}

/** Looks up a coin's simulated closes. Computes only what is requested. */
export function createSimulatedCloseReader() {
  const path = createPricePath(defaultSeed);
  const coins = new Map(simulatedCoins.map((coin) => [coin.id, coin]));

  return (coinId: CoinId, { simulated }: SimulatedCloseInputs) => {
    const { quotedAt, today, quote } = simulated;
    const coin = coins.get(coinId);
    const priceAt = (at: Instant) => coin && roundPrice(toPriceText(path.priceAt(coin, at)));
    const get = (day: DayNumber): DecimalText | undefined => {
      const end = startOfDay(day + 1);
      if (end >= marketStart && end < quotedAt) return priceAt(end);
      return day === today ? (quote ?? priceAt(quotedAt)) : undefined;
    };
    return { prices: { get }, sources: ['simulated'] as const, isPending: false };
  };
}

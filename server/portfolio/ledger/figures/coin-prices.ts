import type { ProblemKind } from '#contract/ledger/figures.ts';
import type { PriceState } from '#contract/portfolio.ts';
import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Exact, toText } from '../../valuation/exact.ts';
import type { GetPrices } from '../../valuation/holding-prices.ts';
import type { PastPrices, PastValue } from '../calculator/past-values.ts';
import { formatAmount, roundPrice } from '../engine/fixed-point.ts';

/** A coin's price in the figures' currency. `problem`: why there is none, unless the price state says so. */
export interface CoinPrice {
  readonly price: DecimalText | null;
  /** The price in US dollars, and the rate used to convert it; null if the figures are in dollars or it is unknown. */
  readonly dollars: DecimalText | null;
  readonly rate: PastValue | null;
  readonly state: PriceState;
  readonly asOf: Instant | null;
  /** Where it came from; null if there is none. */
  readonly source: string | null;
  readonly problem: ProblemKind | null;
}

/** Prices of coins as of an instant; null: now. */
export type ReadCoinPrices = (
  coinIds: readonly CoinId[],
  currency: string,
  at: Instant | null,
) => Promise<ReadonlyMap<CoinId, CoinPrice>>;

const toDay = (at: Instant) => new Date(at).toISOString().slice(0, 10);

/** Current prices are those that the market accepted, at today's rate; past ones are the day's close at its rate. */
export function createReadCoinPrices(deps: {
  readonly getPrices: GetPrices;
  readonly past: PastPrices;
  /** The source of the market shown. */
  readonly priceSource: () => string;
  readonly clock: Clock;
}): ReadCoinPrices {
  const { getPrices, past, priceSource, clock } = deps;

  async function readNow(coinIds: readonly CoinId[]): Promise<Map<CoinId, CoinPrice>> {
    // Read first, so that it matches the prices: those of another market may be shown during requests.
    const source = priceSource();
    const prices = await getPrices(coinIds);
    return new Map(
      [...prices].map(([coinId, { price, state, asOf }]) => [
        coinId,
        price === null
          ? describeMissing(state, asOf)
          : { ...toDollars(writePrice(price)), state, asOf, source, problem: null },
      ]),
    );
  }

  async function readPast(coinIds: readonly CoinId[], at: Instant): Promise<Map<CoinId, CoinPrice>> {
    const day = toDay(at);
    const closes = await past.readCloses(coinIds.map((coinId) => ({ coinId, day })));
    return new Map(coinIds.map((coinId, index) => [coinId, describeClose(closes[index] ?? null)]));
  }

  return async (coinIds, currency, at) => {
    const prices = at === null ? await readNow(coinIds) : await readPast(coinIds, at);
    if (currency === 'USD' || coinIds.length === 0) return prices;
    const [rate] = await past.readRates([{ currency, day: toDay(at ?? clock.now()) }]);
    return new Map([...prices].map(([coinId, price]) => [coinId, convert(price, rate ?? null)]));
  };
}

/** A fast path: JavaScript writes nearly all prices as plain decimals. */
function writePrice(price: number): DecimalText {
  const text = String(price);
  return /^\d+(?:\.\d+)?$/.test(text) ? text : toText(new Exact(price));
}

function describeClose(close: PastValue | 'pending' | null): CoinPrice {
  if (close === null) return describeMissing('unavailable', null, 'no_price');
  if (close === 'pending') return describeMissing('unavailable', null, 'price_pending');
  const { value, at: asOf, source } = close;
  return { ...toDollars(value), state: 'live', asOf, source, problem: null };
}

const toDollars = (price: DecimalText) => ({ price, dollars: price, rate: null });

function describeMissing(
  state: PriceState,
  asOf: Instant | null,
  problem: ProblemKind | null = null,
): CoinPrice {
  return { price: null, dollars: null, rate: null, state, asOf, source: null, problem };
}

/** Rounded once, half-even, to 18 decimals. */
function convert(quoted: CoinPrice, rate: PastValue | 'pending' | null): CoinPrice {
  if (quoted.price === null) return quoted;
  if (rate === 'pending') return describeMissing('unavailable', null, 'price_pending');
  if (rate === null) return { ...quoted, price: null, problem: 'no_rate' };
  const product = new Exact(quoted.price).times(rate.value);
  return { ...quoted, rate, price: formatAmount(roundPrice(toText(product))) };
}

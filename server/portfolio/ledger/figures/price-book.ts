import type { CoinId, DecimalText } from '#contract/units.ts';
import type { CoinSummary } from '../calculator/ledger-query.ts';
import { fixedPoint, formatUnits, type Money, parseUnits } from '../engine/fixed-point.ts';
import type { CoinPrice } from './coin-prices.ts';

/** A coin's figures with its price. Money is in the book's units. */
export interface ValuedCoin {
  readonly coin: CoinSummary;
  readonly price: CoinPrice;
  readonly value: bigint | null;
  readonly cost: bigint | null;
  /** Market value minus cost, for the part with a known cost. */
  readonly unrealized: bigint | null;
}

const noPrice: CoinPrice = {
  price: null,
  dollars: null,
  rate: null,
  state: 'unavailable',
  asOf: null,
  source: null,
  problem: null,
};

interface BookedPrice {
  readonly price: CoinPrice;
  /** In the book's units; null if there is no price. */
  readonly units: bigint | null;
}

const notBooked: BookedPrice = { price: noPrice, units: null };
const minPlaces = fixedPoint.amountPlaces;

/**
 * Prices as integers in one unit, so that a value takes one multiplication and is exact. A price may have more
 * decimals than the engine's money, so the book's money has as many as its prices need.
 */
export class PriceBook {
  readonly #prices = new Map<CoinId, BookedPrice>();
  readonly #places: number;
  /** Converts the engine's money to the book's units. */
  readonly #factor: bigint;

  constructor(prices: ReadonlyMap<CoinId, CoinPrice>) {
    const texts = [...prices.values()].flatMap(({ price }) => price ?? []);
    this.#places = Math.max(minPlaces, ...texts.map(placesOf));
    this.#factor = 10n ** BigInt(this.#places - minPlaces);
    for (const [coinId, price] of prices) {
      const units = price.price === null ? null : parseUnits(price.price, this.#places);
      this.#prices.set(coinId, { price, units });
    }
  }

  /** Values coins and sorts them by value, highest first; those without a value come last, by id. */
  valueCoins(coins: readonly CoinSummary[]): ValuedCoin[] {
    return coins.map((coin) => this.#valueCoin(coin)).sort(compareSizes);
  }

  /** Market value minus cost, for the part with a known cost; null if either is unknown. */
  unrealizedOf({
    coinId,
    costBasis,
    amountWithCost,
  }: Pick<CoinSummary, 'coinId' | 'costBasis' | 'amountWithCost'>): bigint | null {
    const value = valueAt(amountWithCost, this.#prices.get(coinId) ?? notBooked);
    return costBasis === null || value === null ? null : value - this.fromMoney(costBasis);
  }

  /** Converts the engine's money to the book's units. */
  fromMoney(money: Money): bigint {
    return this.#factor === 1n ? money : money * this.#factor;
  }

  /** Writes the book's money as decimal text. */
  write(units: bigint | null): DecimalText | null {
    return units === null ? null : formatUnits(units, minPlaces + this.#places);
  }

  #valueCoin(coin: CoinSummary): SizedCoin {
    const { coinId, amount, amountWithCost, costBasis } = coin;
    const booked = this.#prices.get(coinId) ?? notBooked;
    const value = valueAt(amount, booked);
    const cost = costBasis === null ? null : this.fromMoney(costBasis);
    const valueWithCost = amountWithCost === amount ? value : valueAt(amountWithCost, booked);
    const unrealized = cost === null || valueWithCost === null ? null : valueWithCost - cost;
    const size = value === null ? null : Number(value);
    return { coin, price: booked.price, value, cost, unrealized, size };
  }
}

/** Whether a coin's price affects any figure. */
export const isValued = ({
  amount,
  amountWithCost,
}: Pick<CoinSummary, 'amount' | 'amountWithCost'>): boolean => amount !== 0n || amountWithCost !== 0n;

/** An amount of 0 is worth 0, even without a price. */
function valueAt(amount: bigint, { units }: BookedPrice): bigint | null {
  if (amount === 0n) return 0n;
  return units === null ? null : amount * units;
}

const placesOf = (text: DecimalText) => text.split('.')[1]?.length ?? 0;

interface SizedCoin extends ValuedCoin {
  /** The value as a float, which preserves the order of values except for ties. */
  readonly size: number | null;
}

function compareSizes(a: SizedCoin, b: SizedCoin): number {
  if (a.size === null || b.size === null || a.size === b.size) return compareValues(a, b);
  return b.size - a.size;
}

function compareValues(a: ValuedCoin, b: ValuedCoin): number {
  if (a.value === null || b.value === null || a.value === b.value)
    return Number(a.value === null) - Number(b.value === null) || (a.coin.coinId < b.coin.coinId ? -1 : 1);
  return a.value > b.value ? -1 : 1;
}

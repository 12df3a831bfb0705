import type { Instant } from '#contract/units.ts';
import { type CoinKind, type SimulatedCoin, simulatedCoins } from '../coins/simulated-coins.ts';
import { createNoise, hashText, hashUnit, type Noise } from './noise.ts';

/** The start of the simulated market; nothing is computed or shown before it (2019-01-01T00:00:00Z). */
export const marketStart = Date.UTC(2019, 0, 1);

/** The price and the 24-hour volume of every coin at every instant, in US dollars, computed only from the seed. */
export interface PricePath {
  /** Rounded to seven digits; the same within one second. */
  priceAt(coin: SimulatedCoin, at: Instant): number;
  volumeAt(coin: SimulatedCoin, at: Instant): number;
}

/** The size of a coin's daily swings, including the market's: about a quarter more than their standard deviation. */
export function dailySwing(coin: SimulatedCoin): number {
  const leader = coin.follows === undefined ? undefined : byId.get(coin.follows);
  const { beta, daily } = volatilities[coin.kind];
  return daily + (leader ? dailySwing(leader) : beta * marketDaily);
}

const byId = new Map(simulatedCoins.map((coin) => [coin.id, coin]));
const day = 86_400;
const minute = 60;
/** Height of the market's daily waves. */
const marketDaily = 0.026;

interface CoinVolatility {
  /** The coin's move for a market move of one. */
  readonly beta: number;
  /** Height of the coin's own daily waves. */
  readonly daily: number;
  /** The maximum height of the coin's own slow waves, so that ranks stay plausible. */
  readonly wander: number;
  /** Share of the market cap that changes hands in a day. */
  readonly turnover: number;
}

const volatilities: Record<CoinKind, CoinVolatility> = {
  bitcoin: { beta: 1, daily: 0.006, wander: 0.05, turnover: 0.025 },
  major: { beta: 1.12, daily: 0.018, wander: 0.12, turnover: 0.05 },
  alt: { beta: 1.2, daily: 0.03, wander: 0.28, turnover: 0.07 },
  meme: { beta: 1.35, daily: 0.045, wander: 0.4, turnover: 0.12 },
  gold: { beta: 0.04, daily: 0.008, wander: 0.06, turnover: 0.03 },
  stable: { beta: 0, daily: 0.0006, wander: 0.0006, turnover: 0.2 },
  wrapped: { beta: 0, daily: 0.0005, wander: 0.0005, turnover: 0.02 },
};

/** Wave heights of a random walk, √period, capped at `cap` so that prices come back over the years. */
const walk = (daily: number, cap: number) => (period: number) =>
  Math.min(cap, daily * Math.sqrt(period / day));

interface Waves {
  readonly slow: Noise;
  readonly fast: Noise;
}

function createWaves(seed: number, daily: number, cap: number): Waves {
  const amplitude = walk(daily, cap);
  return {
    slow: createNoise(seed, { maxPeriod: 1_300 * day, minPeriod: 6 * day, ratio: 3.3, amplitude }),
    fast: createNoise(seed ^ 0x5bd1e995, { maxPeriod: 4.2 * day, minPeriod: 9, ratio: 3.3, amplitude }),
  };
}

/**
 * Market-wide movement and mood, cached per second: all coins ask about the same instants, so most of the work is done
 * once. `mood` is around 1; 0.4 is a calm week and 2.5 a wild one.
 */
function createMarketMoves(seed: number) {
  const waves = createWaves(seed, marketDaily, 0.62);
  const mood = createNoise(seed ^ 0x2545f491, {
    maxPeriod: 60 * day,
    minPeriod: 8 * day,
    ratio: 6,
    amplitude: (period) => (period > 20 * day ? 0.45 : 0.5),
  });
  const slots = 2 ** 14;
  const known = new Float64Array(slots).fill(-1);
  const moves = new Float64Array(slots);
  const moods = new Float64Array(slots);
  return {
    moves,
    moods,
    /** The slot of `moves` and `moods` that holds this second. */
    slotOf(second: number): number {
      const slot = Math.imul(second, 0x9e3779b1) >>> 18;
      if (known[slot] === second) return slot;
      const volatility = Math.exp(mood.at(second));
      known[slot] = second;
      moods[slot] = volatility;
      moves[slot] = waves.slow.at(second) + volatility * waves.fast.at(second);
      return slot;
    },
  };
}

/** Depth of a stablecoin's rare depeg at an instant: about one every four years, lasting two days, 0.5 to 2% deep. */
function depegAt(seed: number, second: number): number {
  const window = 30 * day;
  const index = Math.floor(second / window);
  const chance = hashUnit(seed, index);
  if (chance < 0.96) return 0;
  const start = index * window + (hashUnit(seed ^ 0x51ed270b, index) + 1) * 14 * day;
  const part = (second - start) / (2 * day);
  if (part <= 0 || part >= 1) return 0;
  return (0.005 + (chance - 0.96) * 0.375) * Math.sin(Math.PI * part) ** 2;
}

const powers = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * As CoinGecko rounds its prices: cents from $2 up and tenths of a cent from $1; below, six significant digits, at most
 * 22 decimals.
 */
function roundPrice(value: number): number {
  const decimals = value >= 2 ? 2 : value >= 1 ? 3 : 5 - Math.floor(Math.log10(value));
  const scale = powers[Math.min(22, Math.max(0, decimals))]!;
  return Math.round(value * scale) / scale;
}

/** The market of a seed. Pure: the same seed, coin and instant give the same figures on every machine and in any order. */
export function createPricePath(seed: number): PricePath {
  const market = createMarketMoves(Math.imul(seed, 0x9e3779b1) ^ 0x6d2b79f5);
  const waves = new Map<SimulatedCoin, Waves & { seed: number; volume: Noise }>();
  for (const coin of simulatedCoins) {
    const own = hashText(`${seed}:${coin.id}`);
    const { daily, wander } = volatilities[coin.kind];
    const volume = createNoise(own ^ 0x3c6ef372, {
      maxPeriod: 5 * day,
      minPeriod: 20 * minute,
      ratio: 4,
      amplitude: (period) => Math.min(0.3, 0.28 * (period / (2 * day)) ** 0.4),
    });
    waves.set(coin, { ...createWaves(own, daily, wander), volume, seed: own });
  }

  function exactAt(coin: SimulatedCoin, second: number): number {
    const own = waves.get(coin)!;
    const slot = market.slotOf(second);
    const mood = market.moods[slot]!;
    const offset = own.slow.at(second) + mood * own.fast.at(second);
    const leader = coin.follows === undefined ? undefined : byId.get(coin.follows);
    if (leader) return (exactAt(leader, second) / leader.price) * coin.price * Math.exp(offset);
    if (coin.kind === 'stable') return coin.price * (Math.exp(offset) - depegAt(own.seed, second));
    return coin.price * Math.exp(volatilities[coin.kind].beta * market.moves[slot]! + offset);
  }

  const priceAt = (coin: SimulatedCoin, at: Instant) => roundPrice(exactAt(coin, Math.floor(at / 1000)));
  return {
    priceAt,
    volumeAt(coin, at) {
      const second = Math.floor(at / 1000);
      const own = waves.get(coin)!;
      const turnover = volatilities[coin.kind].turnover * (1.1 + hashUnit(own.seed, 3) * 0.6);
      const busy = Math.exp(own.volume.at(second)) * Math.sqrt(market.moods[market.slotOf(second)]!);
      return Math.round(priceAt(coin, at) * coin.circulating * turnover * busy);
    },
  };
}

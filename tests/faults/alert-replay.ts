import type { AlertCondition } from '#contract/alerts/alert-threshold.ts';
import type { Coin } from '#contract/market.ts';
import { type AcceptedQuotes, toAcceptedQuotes } from '../../server/alerts/evaluation/accepted-quotes.ts';
import { createRandom } from '../support/create-random.ts';
import { fakeCoin, fakeNow, fakeSnapshot } from '../support/market/fake-market.ts';

/*
 * A market of 250 coins that moves identically each time, for several processes and for the oracle. One tick per
 * second.
 */

const coinCount = 250;
const alertCount = 5000;

/** The time of a tick's quotes. */
export const timeOfTick = (tick: number) => fakeNow + tick * 1000;
/** The tick whose quotes have that time. */
export const tickOfTime = (at: number) => Math.round((at - fakeNow) / 1000);

/** Rounds to three digits, so that prices repeat and thresholds are met exactly. */
const rounded = (figure: number) => Number(figure.toPrecision(3));

const startPrices = Array.from({ length: coinCount }, (_, coin) => 10 ** ((coin % 11) - 5));

/** A random walk of snapshots. */
export function createReplay() {
  const random = createRandom(1);
  const prices = [...startPrices];
  const changes = startPrices.map(() => 0);
  let tick = -1;

  function advance(): void {
    tick += 1;
    for (let coin = 0; coin < coinCount; coin += 1) {
      // Prices are pulled back to their start, so that the same thresholds are crossed again and again.
      const pull = Math.log(prices[coin]! / startPrices[coin]!) * 0.02;
      prices[coin]! *= Math.exp((random() - 0.5) * 0.04 - pull);
      changes[coin] = changes[coin]! * 0.97 + (random() - 0.5) * 2;
    }
  }

  function rowsOf(): Coin[] {
    const randomFault = createRandom(tick + 1000);
    return prices.flatMap((price, coin) => {
      const chance = randomFault();
      // Sometimes a coin is missing from the list, in quarantine, or without a known change.
      if (chance < 0.02) return [];
      const figures = {
        current_price: chance < 0.04 ? rounded(price * 1000) : rounded(price),
        price_change_percentage_24h: chance > 0.98 ? null : rounded(changes[coin]!),
        price_change_24h: null,
        high_24h: null,
        low_24h: null,
      };
      return [fakeCoin(`coin-${coin}`, { ...figures, ...(chance < 0.04 && { quarantined: true as const }) })];
    });
  }

  return {
    /** Returns the snapshot of a tick. Ticks must be requested in ascending order. */
    show(wanted: number) {
      while (tick < wanted) advance();
      return fakeSnapshot({ asOf: timeOfTick(tick), coins: rowsOf() });
    },
  };
}

/** The accepted quotes of the first ticks. */
export function listAccepted(count: number): AcceptedQuotes[] {
  const replay = createReplay();
  return Array.from({ length: count }, (_, tick) => toAcceptedQuotes(replay.show(tick)));
}

export interface PlannedAlert {
  readonly id: string;
  readonly coinId: string;
  readonly condition: AlertCondition;
  readonly threshold: string;
  /** Null if it fires once. */
  readonly cooldownMinutes: number | null;
  readonly whenTrue: 'wait' | 'fire';
  readonly isMailed: boolean;
}

/** A threshold that the coin can reach, sometimes right next to a possible quote. */
export function planThreshold(coinId: string, condition: AlertCondition, random: () => number): string {
  const start = startPrices[Number(coinId.split('-')[1])]!;
  const isPrice = condition.startsWith('price');
  const figure = rounded(isPrice ? start * (0.85 + random() * 0.3) : (random() - 0.5) * 8);
  const text = figure.toFixed(isPrice ? 8 : 3);
  return random() < 0.1 ? `${text}0000000001` : text;
}

/** The alerts of the replay, the same in each run. */
export function planAlerts(): PlannedAlert[] {
  const random = createRandom(2);
  const conditions = ['price_above', 'price_below', 'change_24h_above', 'change_24h_below'] as const;
  return Array.from({ length: alertCount }, (_, index) => {
    const coinId = `coin-${index % coinCount}`;
    const condition = conditions[Math.floor(random() * 4)]!;
    return {
      id: `alert-${index}`,
      coinId,
      condition,
      threshold: planThreshold(coinId, condition, random),
      cooldownMinutes: random() < 0.2 ? 1 : null,
      whenTrue: random() < 0.1 ? 'fire' : 'wait',
      isMailed: index % 80 === 0,
    };
  });
}

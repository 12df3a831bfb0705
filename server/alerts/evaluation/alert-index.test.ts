import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlertCondition, alertConditions, isAboutPrice } from '#contract/alert-threshold.ts';
import { AlertOracle, type WatchedAlert } from '../../../tests/support/alerts/alert-oracle.ts';
import type { AcceptedQuotes, Quote } from './accepted-quotes.ts';
import { type AlertIndex, createAlertIndex } from './alert-index.ts';
import type { ArmedAlert } from './armed-alert.ts';
import { toBound } from './bound.ts';
import { type AlertFacts, type Evaluation, readAlert } from './read-alert.ts';

const tickAt = (asOf: number, quotes: Record<string, Quote>): AcceptedQuotes => ({
  source: 'coingecko',
  asOf,
  quotes: new Map(Object.entries(quotes)),
});
const bitcoinAt = (asOf: number, price: number, change: number | null = null) =>
  tickAt(asOf, { bitcoin: { price, change } });

function alertAt(threshold: string, more: Partial<ArmedAlert> = {}): ArmedAlert {
  const { condition = 'price_above' } = more;
  return {
    key: 1,
    coinId: 'bitcoin',
    condition,
    bound: toBound(condition, threshold),
    start: { asOf: 0, figure: 90, shouldFireIfTrue: false },
    ...more,
  };
}

/** Takes a tick in as the evaluator does where everything that crosses is done. */
function take(index: AlertIndex, tick: AcceptedQuotes, isDone = (_: number) => true) {
  const crossed = index.cross(tick);
  index.advance(tick, crossed, isDone);
  return crossed.crossings;
}

describe('An alert', () => {
  it('is crossed by the quote at or beyond its threshold, once', () => {
    const index = createAlertIndex();
    index.add([alertAt('100')]);
    expect(take(index, bitcoinAt(1, 99.99))).toEqual([]);
    expect(take(index, bitcoinAt(2, 100))).toEqual([
      { key: 1, coinId: 'bitcoin', quote: { price: 100, change: null }, after: 1, by: 2 },
    ]);
    expect(index.size).toBe(0);
    expect(take(index, bitcoinAt(3, 99))).toEqual([]);
    expect(take(index, bitcoinAt(4, 101))).toEqual([]);
  });

  it('that holds when it is armed waits until it no longer does and does again', () => {
    const index = createAlertIndex();
    index.add([alertAt('80')]);
    for (const price of [90, 81, 80]) expect(take(index, bitcoinAt(price, price))).toEqual([]);
    expect(take(index, bitcoinAt(100, 79))).toEqual([]);
    expect(take(index, bitcoinAt(101, 80))).toHaveLength(1);
  });

  it('that is to fire at once fires on the next quote, though it held all the time', () => {
    const index = createAlertIndex();
    index.add([alertAt('80', { start: { asOf: 5, figure: 90, shouldFireIfTrue: true } })]);
    expect(take(index, bitcoinAt(5, 91))).toEqual([]);
    expect(take(index, bitcoinAt(6, 91))).toMatchObject([{ after: 6, by: 6 }]);
  });

  it('is not crossed by quotes from before it was armed, though they come later', () => {
    const index = createAlertIndex();
    take(index, bitcoinAt(1, 90));
    index.add([alertAt('100', { start: { asOf: 10, figure: 99, shouldFireIfTrue: false } })]);
    expect(take(index, bitcoinAt(9, 120))).toEqual([]);
    expect(take(index, bitcoinAt(10, 120))).toEqual([]);
    expect(take(index, bitcoinAt(11, 120))).toMatchObject([{ after: 10, by: 11 }]);
  });

  it('that came to be known late is crossed by the last quote too, which it missed', () => {
    const index = createAlertIndex();
    take(index, bitcoinAt(7, 105));
    index.add([alertAt('100', { start: { asOf: 5, figure: 90, shouldFireIfTrue: false } })]);
    expect(take(index, bitcoinAt(9, 95))).toMatchObject([{ quote: { price: 105 }, after: 5, by: 7 }]);
  });

  it('of a coin of which nothing was believed takes its first quote as the one before', () => {
    const index = createAlertIndex();
    index.add([alertAt('100', { start: { asOf: 0, figure: null, shouldFireIfTrue: false } })]);
    expect(take(index, bitcoinAt(1, 120))).toEqual([]);
    expect(take(index, bitcoinAt(2, 90))).toEqual([]);
    expect(take(index, bitcoinAt(3, 100))).toMatchObject([{ after: 2, by: 3 }]);
  });

  it('on the change over 24 hours passes over quotes without one', () => {
    const index = createAlertIndex();
    const start = { asOf: 0, figure: 4, shouldFireIfTrue: false };
    index.add([alertAt('5', { condition: 'change_24h_above', start })]);
    expect(take(index, bitcoinAt(1, 90, 4.5))).toEqual([]);
    expect(take(index, bitcoinAt(2, 90))).toEqual([]);
    expect(take(index, bitcoinAt(3, 90, 5))).toMatchObject([
      { quote: { price: 90, change: 5 }, after: 1, by: 3 },
    ]);
  });

  it('of a coin that is missing from the quotes, or in quarantine, is not crossed until it is back', () => {
    const index = createAlertIndex();
    index.add([alertAt('100')]);
    take(index, bitcoinAt(1, 95));
    expect(take(index, tickAt(2, { solana: { price: 500, change: null } }))).toEqual([]);
    expect(take(index, bitcoinAt(3, 101))).toMatchObject([{ after: 1, by: 3 }]);
  });

  it('that stays can be crossed again', () => {
    const index = createAlertIndex();
    index.add([alertAt('100')]);
    const stays = () => false;
    const counts = [101, 99, 100, 98, 97].map((price, at) =>
      take(index, bitcoinAt(at + 1, price), stays).map(({ by }) => by),
    );
    expect(counts).toEqual([[1], [], [3], [], []]);
    expect(index.size).toBe(1);
  });
});

describe('A threshold with more digits than a number has', () => {
  it.each<[AlertCondition, string, number, boolean]>([
    ['price_above', '100.000000000000000001', 100, false],
    ['price_above', '99.999999999999999999', 100, true],
    ['price_below', '100.000000000000000001', 100, true],
    ['price_below', '99.999999999999999999', 100, false],
    ['price_above', '0.1', 0.1, true],
    ['price_below', '0.1', 0.1, true],
    ['price_above', '0.100000000000000001', 0.1, false],
    ['change_24h_below', '-5.000000000000000001', -5, false],
    ['change_24h_above', '-5.000000000000000001', -5, true],
    ['change_24h_above', '0.000000000000000001', 0, false],
    ['change_24h_above', '-0.000000000000000001', 0, true],
    ['change_24h_below', '-0.0', 0, true],
  ])('(%s %s) is held against %d as the decimals they are: %s', (condition, threshold, figure, doesHold) => {
    const index = createAlertIndex();
    const start = { asOf: 0, figure: null, shouldFireIfTrue: true };
    index.add([alertAt(threshold, { condition, start })]);
    expect(take(index, bitcoinAt(1, figure, figure))).toHaveLength(doesHold ? 1 : 0);
  });

  it('has the bound that tells exactly which numbers meet it', () => {
    const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,11})\.[0-9]{1,18}$/);
    const sign = fc.constantFrom('', '-');
    fc.assert(
      fc.property(sign, digits, fc.integer({ min: -3, max: 3 }), (minus, size, steps) => {
        const threshold = minus + size;
        // The numbers around the threshold, one by one.
        let figure = Number(threshold);
        const ulp = new Decimal(2).pow(Math.floor(Math.log2(Math.abs(figure) || 1)) - 52).toNumber();
        figure += steps * ulp;
        const order = new Decimal(String(figure)).cmp(threshold);
        expect(figure >= toBound('price_above', threshold)).toBe(order >= 0);
        expect(figure <= toBound('price_below', threshold)).toBe(order <= 0);
      }),
      { numRuns: 2000 },
    );
  });
});

const coinIds = ['bitcoin', 'solana'];
/** Few different figures, so that thresholds are met exactly, left, and met again. */
const anyPrice = fc.constantFrom(1e-9, 0.1, 99.99, 100, 100.01, 250);
const anyChange = fc.constantFrom(-5, 0, 5, 5.5, null);
const anyQuote = fc.option(fc.record({ price: anyPrice, change: anyChange }), { freq: 4, nil: undefined });
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('tick' as const), quotes: fc.tuple(anyQuote, anyQuote) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('arm' as const),
      coinId: fc.constantFrom(...coinIds),
      condition: fc.constantFrom(...alertConditions),
      dollars: fc.constantFrom('0.000000001', '0.1', '100', '100.000000000000000001', '100.01', '99.995'),
      percent: fc.constantFrom('-5', '-4.999999999999999999', '0', '5', '5.25'),
      whenTrue: fc.constantFrom('wait' as const, 'fire' as const),
      /** Whether it was armed by the quotes before the last. */
      isLate: fc.boolean(),
      isRepeating: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** The index and the oracle side by side, over alerts as the database would keep them. */
class Comparison {
  readonly found: unknown[] = [];
  readonly expected: unknown[] = [];
  readonly #oracle = new AlertOracle();
  readonly #active = new Map<number, AlertFacts & { isRepeating: boolean }>();
  readonly #ticks = [tickAt(0, {})];
  #index = createAlertIndex();
  #evaluated: Evaluation = { source: 'coingecko', asOf: 0, revision: 0, quotes: new Map() };
  #revision = 0;

  take(step: Step): void {
    if (step.kind === 'arm') this.#arm(step);
    else if (step.kind === 'restart') this.#restart();
    else this.#tick(step.quotes);
  }

  #arm(step: Extract<Step, { kind: 'arm' }>): void {
    const { coinId, condition, isRepeating, whenTrue } = step;
    this.#revision += 1;
    const threshold = isAboutPrice(condition) ? step.dollars : step.percent;
    const by = (step.isLate ? this.#ticks.at(-2) : undefined) ?? this.#ticks.at(-1)!;
    const { price, change = null } = by.quotes.get(coinId) ?? {};
    const figure = (isAboutPrice(condition) ? price : change) ?? null;
    this.#active.set(this.#revision, {
      isRepeating,
      revision: this.#revision,
      coin_id: coinId,
      condition,
      threshold,
      when_true: whenTrue,
      armed_as_of: by.asOf,
      armed_price: price === undefined ? null : String(price),
      armed_change: change === null ? null : String(change),
      armed_source: 'coingecko',
    });
    const watched: WatchedAlert = {
      key: this.#revision,
      coinId,
      condition,
      threshold,
      cooldownMs: isRepeating ? 0 : null,
      armedAsOf: by.asOf,
      armedFigure: figure,
      shouldFireIfTrue: whenTrue === 'fire',
    };
    const missed = this.#ticks.filter(({ asOf }) => asOf > by.asOf);
    this.expected.push(...this.#oracle.add(watched, missed));
  }

  #restart(): void {
    this.#index = createAlertIndex(this.#evaluated.quotes);
    const known = [...this.#active.values()].filter(({ revision }) => revision <= this.#evaluated.revision);
    this.#index.add(known.map((facts) => readAlert(facts, this.#evaluated, 0)));
  }

  #tick(quotes: readonly (Quote | undefined)[]): void {
    const entries = quotes.flatMap((quote, place) => (quote ? [[coinIds[place]!, quote] as const] : []));
    const tick = tickAt(this.#ticks.length, Object.fromEntries(entries));
    this.#ticks.push(tick);
    this.expected.push(...this.#oracle.take(tick));
    // Alerts are read before each tick: what was armed since the last one.
    const unread = [...this.#active.values()].filter(({ revision }) => revision > this.#evaluated.revision);
    this.#index.add(unread.map((facts) => readAlert(facts, this.#evaluated, 0)));
    const evaluatedAfter = this.#index.evaluatedAfter(tick);
    const crossings = take(this.#index, tick, (key) => !this.#active.get(key)!.isRepeating);
    for (const { key, quote, after, by } of crossings) {
      this.found.push({ key, price: quote.price, after, by });
      if (!this.#active.get(key)!.isRepeating) this.#active.delete(key);
    }
    const { source } = this.#evaluated;
    this.#evaluated = { source, asOf: tick.asOf, revision: this.#revision, quotes: evaluatedAfter };
    expect(this.#index.size).toBe(this.#active.size);
  }
}

const sorted = (firings: readonly unknown[]) => firings.map((firing) => JSON.stringify(firing)).toSorted();

describe('The index', () => {
  it('finds what a look at every alert finds, whatever is armed, quoted and restarted in whatever order', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const comparison = new Comparison();
        for (const step of steps) comparison.take(step);
        // What was armed late is found with the next quotes.
        comparison.take({ kind: 'tick', quotes: [undefined, undefined] });
        expect(sorted(comparison.found)).toEqual(sorted(comparison.expected));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps its place among many thresholds, however far the quotes go', () => {
    const anyFigure = fc.integer({ min: -60, max: 60 });
    const anyAlert = fc.record({
      condition: fc.constantFrom<AlertCondition>('change_24h_above', 'change_24h_below'),
      percent: anyFigure,
      isRepeating: fc.boolean(),
    });
    const anyRound = fc.record({ alerts: fc.array(anyAlert, { maxLength: 40 }), quote: anyFigure });
    fc.assert(
      fc.property(fc.array(anyRound, { maxLength: 30 }), (rounds) => {
        const [index, oracle] = [createAlertIndex(), new AlertOracle()];
        const repeating = new Set<number>();
        let keys = 0;
        for (const [round, { alerts, quote }] of rounds.entries()) {
          for (const { condition, percent, isRepeating } of alerts) {
            keys += 1;
            if (isRepeating) repeating.add(keys);
            const [threshold, start] = [
              String(percent),
              { asOf: round, figure: null, shouldFireIfTrue: false },
            ];
            index.add([alertAt(threshold, { key: keys, condition, start })]);
            oracle.add({
              ...{ key: keys, coinId: 'bitcoin', condition, threshold },
              ...{
                cooldownMs: isRepeating ? 0 : null,
                armedAsOf: round,
                armedFigure: null,
                shouldFireIfTrue: false,
              },
            });
          }
          const tick = bitcoinAt(round + 1, 100, quote);
          const found = take(index, tick, (key) => !repeating.has(key)).map(({ key }) => key);
          expect(sorted(found)).toEqual(sorted(oracle.take(tick).map(({ key }) => key)));
        }
      }),
      { numRuns: 200 },
    );
  });
});

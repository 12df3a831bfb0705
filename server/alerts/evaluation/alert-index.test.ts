import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlertCondition, alertConditions, isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import { AlertOracle, priceIn, type WatchedAlert } from '../../../tests/support/alerts/alert-oracle.ts';
import { alertAt, bitcoinAt, evaluate, quotesAt } from '../../../tests/support/alerts/armed-index.ts';
import { decodeRates, encodeRates } from '../currency/quote-rates.ts';
import type { Quote } from './accepted-quotes.ts';
import { createAlertIndex } from './alert-index.ts';
import { decodeQuotes, encodeQuotes } from './encoded-quotes.ts';
import { type AlertFacts, type Evaluation, readAlert } from './read-alert.ts';

describe('An alert', () => {
  it('is crossed by the quote at or beyond its threshold, once', () => {
    const index = createAlertIndex();
    index.add([alertAt('100')]);
    expect(evaluate(index, bitcoinAt(1, 99.99))).toEqual([]);
    expect(evaluate(index, bitcoinAt(2, 100))).toEqual([
      { key: 1, coinId: 'bitcoin', quote: { price: 100, change: null }, after: 1, by: 2 },
    ]);
    expect(index.size).toBe(0);
    expect(evaluate(index, bitcoinAt(3, 99))).toEqual([]);
    expect(evaluate(index, bitcoinAt(4, 101))).toEqual([]);
  });

  it('whose condition holds when it is armed waits for the next crossing', () => {
    const index = createAlertIndex();
    index.add([alertAt('80')]);
    for (const price of [90, 81, 80]) expect(evaluate(index, bitcoinAt(price, price))).toEqual([]);
    expect(evaluate(index, bitcoinAt(100, 79))).toEqual([]);
    expect(evaluate(index, bitcoinAt(101, 80))).toHaveLength(1);
  });

  it('with whenTrue fire fires on the next quote though its condition held before', () => {
    const index = createAlertIndex();
    index.add([alertAt('80', { start: { asOf: 5, figure: 90, shouldFireIfTrue: true } })]);
    expect(evaluate(index, bitcoinAt(5, 91))).toEqual([]);
    expect(evaluate(index, bitcoinAt(6, 91))).toMatchObject([{ after: 6, by: 6 }]);
  });

  it('is not crossed by older quotes that arrive later', () => {
    const index = createAlertIndex();
    evaluate(index, bitcoinAt(1, 90));
    index.add([alertAt('100', { start: { asOf: 10, figure: 99, shouldFireIfTrue: false } })]);
    expect(evaluate(index, bitcoinAt(9, 120))).toEqual([]);
    expect(evaluate(index, bitcoinAt(10, 120))).toEqual([]);
    expect(evaluate(index, bitcoinAt(11, 120))).toMatchObject([{ after: 10, by: 11 }]);
  });

  it('that is read late is also crossed by the last quote, which it missed', () => {
    const index = createAlertIndex();
    evaluate(index, bitcoinAt(7, 105));
    index.add([alertAt('100', { start: { asOf: 5, figure: 90, shouldFireIfTrue: false } })]);
    expect(evaluate(index, bitcoinAt(9, 95))).toMatchObject([{ quote: { price: 105 }, after: 5, by: 7 }]);
  });

  it('of a coin without a quote uses the first one as the previous quote', () => {
    const index = createAlertIndex();
    index.add([alertAt('100', { start: { asOf: 0, figure: null, shouldFireIfTrue: false } })]);
    expect(evaluate(index, bitcoinAt(1, 120))).toEqual([]);
    expect(evaluate(index, bitcoinAt(2, 90))).toEqual([]);
    expect(evaluate(index, bitcoinAt(3, 100))).toMatchObject([{ after: 2, by: 3 }]);
  });

  it('on the 24h change skips quotes without one', () => {
    const index = createAlertIndex();
    const start = { asOf: 0, figure: 4, shouldFireIfTrue: false };
    index.add([alertAt('5', { condition: 'change_24h_above', start })]);
    expect(evaluate(index, bitcoinAt(1, 90, 4.5))).toEqual([]);
    expect(evaluate(index, bitcoinAt(2, 90))).toEqual([]);
    expect(evaluate(index, bitcoinAt(3, 90, 5))).toMatchObject([
      { quote: { price: 90, change: 5 }, after: 1, by: 3 },
    ]);
  });

  it('of a coin missing from the quotes is not crossed until it is back', () => {
    const index = createAlertIndex();
    index.add([alertAt('100')]);
    evaluate(index, bitcoinAt(1, 95));
    expect(evaluate(index, quotesAt(2, { solana: { price: 500, change: null } }))).toEqual([]);
    expect(evaluate(index, bitcoinAt(3, 101))).toMatchObject([{ after: 1, by: 3 }]);
  });

  it('that stays armed can be crossed again', () => {
    const index = createAlertIndex();
    index.add([alertAt('100')]);
    const staysArmed = () => false;
    const counts = [101, 99, 100, 98, 97].map((price, at) =>
      evaluate(index, bitcoinAt(at + 1, price), staysArmed).map(({ by }) => by),
    );
    expect(counts).toEqual([[1], [], [3], [], []]);
    expect(index.size).toBe(1);
  });
});

const coinIds = ['bitcoin', 'solana'];
/** A few repeated figures, so that thresholds are often met exactly. */
const anyPrice = fc.constantFrom(1e-9, 0.1, 99.99, 100, 100.01, 250);
const anyChange = fc.constantFrom(-5, 0, 5, 5.5, null);
const anyQuote = fc.option(fc.record({ price: anyPrice, change: anyChange }), { freq: 4, nil: undefined });
/**
 * Euros per dollar, chosen so that 100 dollars meet a threshold exactly or barely miss it; undefined while the rates
 * are too old.
 */
const anyRate = fc.option(
  fc.constantFrom('0.5', '1', '2.5', '0.333333333333333333333333333333333333', '0.00000000000000000001'),
  { freq: 4, nil: undefined },
);
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('quotes' as const),
      quotes: fc.tuple(anyQuote, anyQuote),
      euros: anyRate,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('arm' as const),
      coinId: fc.constantFrom(...coinIds),
      condition: fc.constantFrom(...alertConditions),
      dollars: fc.constantFrom('0.000000001', '0.1', '100', '100.000000000000000001', '100.01', '99.995'),
      currency: fc.constantFrom('usd', 'eur'),
      euros: fc.constantFrom(
        ...['50', '50.000000000000000001', '250', '33.333333333333333333', '33.333333333333333334', '0.1'],
        ...['0.000000000000000001', '0.050000000000000001'],
      ),
      percent: fc.constantFrom('-5', '-4.999999999999999999', '0', '5', '5.25'),
      whenTrue: fc.constantFrom('wait' as const, 'fire' as const),
      /** Whether it was armed by quotes older than the last ones. */
      isLate: fc.boolean(),
      isRepeating: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** The index and the oracle side by side, with alerts as the database stores them. */
class Comparison {
  readonly found: unknown[] = [];
  readonly expected: unknown[] = [];
  readonly #oracle = new AlertOracle();
  readonly #active = new Map<number, AlertFacts & { isRepeating: boolean }>();
  readonly #accepted = [quotesAt(0, {})];
  #index = createAlertIndex();
  #evaluated: Evaluation = { source: 'coingecko', asOf: 0, revision: 0, quotes: new Map() };
  #revision = 0;

  run(step: Step): void {
    if (step.kind === 'arm') this.#arm(step);
    else if (step.kind === 'restart') this.#restart();
    else this.#evaluate(step.quotes, step.euros);
  }

  #arm(step: Extract<Step, { kind: 'arm' }>): void {
    const { coinId, condition, isRepeating, whenTrue, currency } = step;
    const isForeign = currency === 'eur' && isAboutPrice(condition);
    this.#revision += 1;
    const inMoney = isForeign ? step.euros : step.dollars;
    const threshold = isAboutPrice(condition) ? inMoney : step.percent;
    const by = (step.isLate ? this.#accepted.at(-2) : undefined) ?? this.#accepted.at(-1)!;
    const { price, change = null } = by.quotes.get(coinId) ?? {};
    const priced = { currency: isForeign ? currency : undefined };
    const figure = (isAboutPrice(condition) ? priceIn(priced, price, by.rates) : change) ?? null;
    this.#active.set(this.#revision, {
      isRepeating,
      revision: this.#revision,
      coin_id: coinId,
      condition,
      threshold,
      currency,
      when_true: whenTrue,
      armed_as_of: by.asOf,
      armed_price: price === undefined ? null : String(price),
      armed_change: change === null ? null : String(change),
      armed_rate: by.rates?.get(currency) ?? null,
      armed_source: 'coingecko',
    });
    const watched: WatchedAlert = {
      key: this.#revision,
      coinId,
      condition,
      threshold,
      ...priced,
      cooldownMs: isRepeating ? 0 : null,
      armedAsOf: by.asOf,
      armedFigure: figure,
      shouldFireIfTrue: whenTrue === 'fire',
    };
    const missed = this.#accepted.filter(({ asOf }) => asOf > by.asOf);
    this.expected.push(...this.#oracle.add(watched, missed));
  }

  #restart(): void {
    this.#index = createAlertIndex(this.#evaluated.quotes, this.#evaluated);
    const known = [...this.#active.values()].filter(({ revision }) => revision <= this.#evaluated.revision);
    this.#index.add(known.map((facts) => readAlert(facts, this.#evaluated, 0)));
  }

  #evaluate(quotes: readonly (Quote | undefined)[], euros: string | undefined): void {
    const entries = quotes.flatMap((quote, place) => (quote ? [[coinIds[place]!, quote] as const] : []));
    const rates = new Map(euros === undefined ? [] : [['eur', euros]]);
    const accepted = { ...quotesAt(this.#accepted.length, Object.fromEntries(entries)), rates };
    this.#accepted.push(accepted);
    this.expected.push(...this.#oracle.evaluate(accepted));
    // Before each evaluation, read the alerts armed since the last one.
    const unread = [...this.#active.values()].filter(({ revision }) => revision > this.#evaluated.revision);
    this.#index.add(unread.map((facts) => readAlert(facts, this.#evaluated, 0)));
    const evaluatedAfter = this.#index.evaluatedAfter(accepted);
    const crossings = evaluate(this.#index, accepted, (key) => !this.#active.get(key)!.isRepeating);
    for (const { key, quote, after, by } of crossings) {
      this.found.push({ key, price: quote.price, after, by });
      if (!this.#active.get(key)!.isRepeating) this.#active.delete(key);
    }
    const { source } = this.#evaluated;
    this.#evaluated = {
      source,
      asOf: accepted.asOf,
      revision: this.#revision,
      quotes: evaluatedAfter,
      rates,
    };
    // As stored in the database.
    this.#evaluated = {
      ...this.#evaluated,
      quotes: decodeQuotes(encodeQuotes(evaluatedAfter, accepted.asOf), accepted.asOf),
      rates: decodeRates(encodeRates(rates)),
    };
    expect(this.#index.size).toBe(this.#active.size);
  }
}

const sorted = (firings: readonly unknown[]) => firings.map((firing) => JSON.stringify(firing)).toSorted();

describe('The index', () => {
  it('finds what a scan of every alert finds, over any sequence of armings, quotes and restarts', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const comparison = new Comparison();
        for (const step of steps) comparison.run(step);
        // Alerts armed late are found with the next quotes.
        comparison.run({ kind: 'quotes', quotes: [undefined, undefined], euros: undefined });
        expect(sorted(comparison.found)).toEqual(sorted(comparison.expected));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps its place among many thresholds, however far the quotes move', () => {
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
          const accepted = bitcoinAt(round + 1, 100, quote);
          const found = evaluate(index, accepted, (key) => !repeating.has(key)).map(({ key }) => key);
          expect(sorted(found)).toEqual(sorted(oracle.evaluate(accepted).map(({ key }) => key)));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('takes little memory for alerts that each have a coin and a currency of their own', () => {
    const index = createAlertIndex();
    const start = { asOf: 0, figure: null, shouldFireIfTrue: false };
    const before = measureHeap();
    index.add(
      Array.from({ length: 10_000 }, (_, key) => {
        const names = { coinId: `coin-${key}`, currency: `c${key}` };
        return { key, ...names, condition: 'price_above' as const, bound: 1n, start };
      }),
    );
    expect(measureHeap() - before).toBeLessThan(20_000_000);
    expect(index.size).toBe(10_000);
  });

  it('converts a price once per refresh and currency', () => {
    const index = createAlertIndex();
    const euros = { currency: 'eur', bound: 10n ** 20n };
    index.add([alertAt('100', { ...euros, key: 1 }), alertAt('100', { ...euros, key: 2 })]);
    let asked = 0;
    const rates = new (class extends Map<string, string> {
      override get(code: string) {
        asked += 1;
        return super.get(code);
      }
    })([['eur', '0.8']]);
    for (const asOf of [1, 2, 3]) {
      const accepted = { ...bitcoinAt(asOf, 90 + asOf), rates };
      const crossed = index.cross(accepted);
      index.evaluatedAfter(accepted);
      index.advance(accepted, crossed, () => true);
      expect(asked).toBe(asOf);
    }
  });
});

function measureHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 3; times += 1) collect();
  return process.memoryUsage().heapUsed;
}

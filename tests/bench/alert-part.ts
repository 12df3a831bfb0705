import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type AlertCondition, alertConditions } from '#contract/alerts/alert-threshold.ts';
import type { AcceptedQuotes, Quote } from '../../server/alerts/evaluation/accepted-quotes.ts';
import { type AlertIndex, createAlertIndex } from '../../server/alerts/evaluation/alert-index.ts';
import type { Crossing } from '../../server/alerts/evaluation/armed-alert.ts';
import { toBound } from '../../server/alerts/evaluation/bound.ts';
import { type Finding, limited, mebibytes, microseconds, milliseconds, times } from './report.ts';
import { median } from './statistics.ts';

const alertCount = 1_000_000;
const coinCount = 250;
const rounds = 40;
/** Scans take long, so fewer of them are precise enough. */
const scanRounds = 15;
/** Warm-up rounds, until the engine has compiled the hot code. */
const warmUp = 10;
/** The minimum to store for an alert: the threshold as a double and the owner as an integer. */
const floorBytes = alertCount * (8 + 4);

/** An alert as a program without an index stores it. */
interface PlainAlert {
  readonly key: number;
  readonly coinId: string;
  readonly condition: AlertCondition;
  readonly threshold: number;
}

type Quotes = ReadonlyMap<string, Quote>;

const coinIds = Array.from({ length: coinCount }, (_, coin) => `coin-${coin}`);
const startPrice = (coin: number) => 10 ** ((coin % 11) - 5);

/** Makes an alert with a plausible threshold: within half of the price, or within ten percentage points of change. */
function makeAlert(key: number): PlainAlert {
  const coin = key % coinCount;
  const condition = alertConditions[Math.floor(Math.random() * alertConditions.length)]!;
  const isPrice = condition.startsWith('price');
  const figure = isPrice ? startPrice(coin) * (0.5 + Math.random()) : (Math.random() - 0.5) * 20;
  return { key, coinId: coinIds[coin]!, condition, threshold: Number(figure.toPrecision(5)) };
}

/** Moves quotes as one minute in an ordinary market does: by a few hundredths of a percent. */
function move(quotes: Quotes): Quotes {
  return new Map(
    [...quotes].map(([coinId, { price, change }]) => [
      coinId,
      { price: price * (1 + (Math.random() - 0.5) * 0.001), change: change! + (Math.random() - 0.5) * 0.02 },
    ]),
  );
}

function scan(alerts: readonly PlainAlert[], before: Quotes, now: Quotes): number[] {
  const crossed: number[] = [];
  for (const { key, coinId, condition, threshold } of alerts) {
    const [was, is] = [before.get(coinId)!, now.get(coinId)!];
    const isCrossed =
      condition === 'price_above'
        ? was.price < threshold && is.price >= threshold
        : condition === 'price_below'
          ? was.price > threshold && is.price <= threshold
          : condition === 'change_24h_above'
            ? was.change! < threshold && is.change! >= threshold
            : was.change! > threshold && is.change! <= threshold;
    if (isCrossed) crossed.push(key);
  }
  return crossed;
}

/** Collects garbage several times, because freed arrays are released with a delay. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  for (let times = 0; times < 5; times += 1) {
    runInNewContext('gc')();
    await wait(50);
  }
}

async function measureHeldMemory(): Promise<number> {
  await collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Evaluates quotes and returns the crossings. All alerts stay armed, so that each evaluation covers equally many. */
function evaluate(index: AlertIndex, accepted: AcceptedQuotes): readonly Crossing[] {
  const crossed = index.cross(accepted);
  index.advance(accepted, crossed, () => false);
  return crossed.crossings;
}

/** Fills an index as the server does: page by page, each then sorted by the next quotes, which repeat the first. */
function fillIndex(quotes: Quotes, alertOf: (key: number) => PlainAlert): AlertIndex {
  const index = createAlertIndex();
  const start = { asOf: 0, figure: null, shouldFireIfTrue: false };
  const pageSize = 10_000;
  for (let from = 0; from < alertCount; from += pageSize) {
    index.add(
      Array.from({ length: pageSize }, (_, offset) => {
        const { key, coinId, condition, threshold } = alertOf(from + offset);
        return { key, coinId, condition, bound: toBound(condition, String(threshold)), start };
      }),
    );
    evaluate(index, { source: 'coingecko', asOf: from + 1, quotes });
  }
  return index;
}

async function measureMemory(quotes: Quotes): Promise<number> {
  const before = await measureHeldMemory();
  const index = fillIndex(quotes, makeAlert);
  const held = (await measureHeldMemory()) - before;
  if (index.size !== alertCount) throw new Error('The index has lost alerts');
  return held;
}

function timeOf<T>(work: () => T): { readonly took: number; readonly result: T } {
  const begun = process.hrtime.bigint();
  const result = work();
  return { took: Number(process.hrtime.bigint() - begun) / 1000, result };
}

/** Measures the microseconds of each evaluation and each scan, and the alerts crossed. Throws if the results differ. */
async function measureEvaluations(first: Quotes) {
  const alerts = Array.from({ length: alertCount }, (_, key) => makeAlert(key));
  const index = fillIndex(first, (key) => alerts[key]!);
  await collectGarbage();
  const measured = { evaluations: [] as number[], scans: [] as number[], crossings: [] as number[] };
  let quotes = first;
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const before = quotes;
    quotes = move(before);
    const accepted = { source: 'coingecko', asOf: alertCount + round, quotes } as const;
    const fast = timeOf(() => evaluate(index, accepted));
    if (round >= warmUp) measured.evaluations.push(fast.took);
    if (measured.scans.length >= scanRounds) continue;
    const slow = timeOf(() => scan(alerts, before, quotes));
    if (round >= warmUp) measured.scans.push(slow.took);
    measured.crossings.push(slow.result.length);
    const keys = fast.result.map(({ key }) => key).toSorted((a, b) => a - b);
    if (keys.join() !== slow.result.join()) throw new Error('The index and the scan differ');
  }
  return measured;
}

/**
 * Measures one refresh evaluated against a million armed alerts, compared with checking each of them, and the memory of
 * the index.
 */
export async function measureAlerts(): Promise<Finding[]> {
  const quotes: Quotes = new Map(coinIds.map((id, coin) => [id, { price: startPrice(coin), change: 0 }]));
  const held = await measureMemory(quotes);
  const { evaluations, scans, crossings } = await measureEvaluations(quotes);
  return [
    {
      what: 'One refresh of 250 coins against 1,000,000 alerts',
      measured: microseconds(median(evaluations)),
    },
    { what: 'A scan of objects, with the identical result', measured: milliseconds(median(scans) / 1000) },
    { what: 'Alerts crossed by a refresh', measured: String(median(crossings)) },
    limited(
      'Scan, compared with the evaluation',
      median(scans) / median(evaluations),
      { atLeast: 300 },
      times,
    ),
    { what: 'Memory of the alerts', measured: mebibytes(held) },
    limited(
      'Memory, compared with typed arrays of threshold and owner',
      held / floorBytes,
      { atMost: 3 },
      times,
    ),
  ];
}

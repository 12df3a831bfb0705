import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { alertConditions } from '#contract/alerts/alert-threshold.ts';
import type { Coin } from '#contract/market.ts';
import { EvaluationScene, FakeProcess } from '../support/alerts/alert-evaluation.ts';
import { createRandom } from '../support/create-random.ts';
import { createSqliteDatabase, type TestDatabase } from '../support/databases.ts';
import { openFakeFeed } from '../support/market/fake-feed.ts';
import { fakeCoin } from '../support/market/fake-market.ts';

const refreshes = 500;
const refreshMs = 5000;
const coinIds = Array.from({ length: 50 }, (_, index) => `coin-${index}`);
const truth = coinIds.map((id, index) => {
  const price = 10 ** ((index % 9) - 4);
  return fakeCoin(id, {
    current_price: price,
    price_change_percentage_24h: 1,
    price_change_24h: price / 101,
    low_24h: price * 0.98,
    high_24h: price * 1.01,
  });
});

const random = createRandom(7);
const anyOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;

/** Far from the truth, and more than tenfold from earlier refreshes, so that no later one confirms it. */
function farFactor(refresh: number): number {
  return refresh % 2 === 0 ? 10 ** (2 + 1.5 * (refresh % 5)) : 10 ** -(2 + 1.5 * (refresh % 190));
}

/** Ways to corrupt a row. */
const poisons: ((row: Coin, refresh: number) => Partial<Coin>)[] = [
  ({ current_price: price }, refresh) => ({ current_price: price! * farFactor(refresh) }),
  () => ({ current_price: 0 }),
  ({ current_price: price }) => ({ current_price: -price! }),
  () => ({ current_price: null }),
  () => ({ current_price: Number.POSITIVE_INFINITY }),
  () => ({ current_price: Number.NaN }),
  () => ({ current_price: 2e12 * (1 + random()) }),
  () => ({ price_change_percentage_24h: 10 ** (4 + random() * 6) }),
  () => ({ price_change_percentage_24h: -100 - random() * 1e6 }),
  () => ({ price_change_percentage_24h: null }),
];

/** Most refreshes have some wrong rows. Some are entirely wrong, some lack most rows. */
function poison(refresh: number): Coin[] {
  if (refresh % 10 === 9) {
    const factor = refresh % 20 === 9 ? 1e-3 : 1e3;
    return truth.map((row) => ({ ...row, current_price: row.current_price! * factor }));
  }
  if (refresh % 10 === 4) return truth.slice(refresh % 30);
  const share = random() * 0.45;
  return truth.map((row) => (random() < share ? { ...row, ...anyOf(poisons)(row, refresh) } : row));
}

/** Arms alerts close to the true figures on both sides, some of them with `whenTrue: fire`. */
async function armAround(scene: EvaluationScene, row: Coin, armedAsOf: number): Promise<void> {
  for (const condition of alertConditions) {
    const isPrice = condition.startsWith('price');
    const figure = isPrice ? row.current_price! : row.price_change_percentage_24h!;
    const away = condition.endsWith('above') ? 1.01 : 0.99;
    await scene.arm({
      coin_id: row.id,
      condition,
      threshold: (figure * away).toFixed(8),
      armed_as_of: armedAsOf,
      armed_price: String(row.current_price),
      armed_change: String(row.price_change_percentage_24h),
      when_true: row.id.endsWith('7') ? 'fire' : 'wait',
    });
  }
}

let database: TestDatabase;
let scene: EvaluationScene;

beforeEach(async () => {
  database = await createSqliteDatabase();
  scene = await EvaluationScene.open(database);
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 3), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await database.remove();
});

it(`${refreshes} poisoned market refreshes make no alert fire, and a true one does`, async () => {
  const { feed, real, clock, stop } = openFakeFeed({ mode: 'coingecko', refreshMs });
  real.coins = [...truth];
  await feed.start();
  for (const row of truth) await armAround(scene, row, feed.snapshot()!.asOf);
  const process = new FakeProcess(scene.db, { clock, market: feed });
  await process.evaluator.start();
  let shown = 0;
  feed.onChange(() => {
    shown += 1;
  });
  for (let refresh = 0; refresh < refreshes; refresh += 1) {
    real.coins = poison(refresh);
    await vi.advanceTimersByTimeAsync(refreshMs);
    await process.evaluator.evaluateNow();
  }
  expect(await scene.listFirings()).toEqual([]);
  // Otherwise the test would prove nothing: most refreshes were shown, without their wrong rows.
  expect(shown).toBeGreaterThan(refreshes / 2);

  const [first] = truth;
  real.coins = truth.map((row) =>
    row === first ? { ...row, current_price: row.current_price! * 1.02 } : row,
  );
  await vi.advanceTimersByTimeAsync(3 * refreshMs);
  await process.evaluator.evaluateNow();
  expect(await scene.listFirings()).toMatchObject([{ coin_id: first!.id, condition: 'price_above' }]);
  expect(process.warnings).toEqual([]);
  await Promise.all([stop(), process.evaluator.stop()]);
}, 120_000);

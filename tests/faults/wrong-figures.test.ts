import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Coin } from '#contract/market.ts';
import type { FaultKind } from '../../server/market/simulator/server/faults.ts';
import type { SimulatorServer } from '../../server/market/simulator/server/simulator-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { isLongRun } from '../support/is-long-run.ts';
import {
  readRow,
  startAppOn,
  startFaultySimulator,
  startVisitors,
  truePrice,
  type Visitors,
  waitForState,
} from './faulty-market.ts';

vi.setConfig({ testTimeout: 90_000 });

const watched = ['bitcoin', 'ethereum', 'tether', 'solana', 'cardano'];
const path = `/api/cryptocurrencies?ids=${watched.join(',')}`;

let simulator: SimulatorServer;
let app: ChildServer;
let visitors: Visitors;

beforeAll(async () => {
  simulator = await startFaultySimulator();
  app = await startAppOn(simulator);
  await waitForState(app, 'live');
  visitors = startVisitors(app, [path]);
});
afterEach(async () => {
  simulator.clearFaults();
  await vi.waitUntil(isBackToNormal, { timeout: 30_000, interval: 100 });
});
afterAll(async () => {
  expect(await visitors.stop()).toEqual([]);
  await app.kill();
  await simulator.close();
});

/** Whether all watched coins have the simulator's prices, and none is marked. */
async function isBackToNormal(): Promise<boolean> {
  const rows = await Promise.all(watched.map((coinId) => readRow(app, coinId)));
  return rows.every((row) => row !== undefined && !row.quarantined && isNearTruth(row));
}

const isNearTruth = ({ id, current_price: price }: Coin) => Math.abs(price! / truePrice(id) - 1) < 0.1;
const rowsSince = (first: number) =>
  visitors.visits
    .slice(first)
    .flatMap(({ status, text }) => (status === 200 ? (JSON.parse(text) as Coin[]) : []));

describe('A wrong price that comes and goes', () => {
  // About every third answer is wrong, so that no wrong price is confirmed by the next.
  const rate = 0.3;
  const kinds: [FaultKind, string[]][] = [
    ['million', ['bitcoin']],
    ['zero', ['ethereum']],
    ['swapped', []],
  ];
  const moreKinds: typeof kinds = [
    ['shift', ['bitcoin', 'solana']],
    ['negative', ['bitcoin']],
    ['nulls', ['cardano']],
  ];
  it.each(isLongRun ? [...kinds, ...moreKinds] : kinds)(
    '(%s of %j) is never shown; the coin is marked instead',
    async (kind, coins) => {
      const first = visitors.visits.length;
      simulator.setFault(kind, { rate, coins });
      await expect
        .poll(() => rowsSince(first).filter(({ quarantined }) => quarantined).length, { timeout: 30_000 })
        .toBeGreaterThan(4);
      expect(rowsSince(first).filter((row) => !isNearTruth(row))).toEqual([]);
    },
  );

  it.each<FaultKind>(isLongRun ? ['crash', 'million'] : ['crash'])(
    '(%s of all coins) causes the whole refresh to be held back',
    async (kind) => {
      const before = simulator.calls().length;
      const first = visitors.visits.length;
      simulator.setFault(kind, { rate });
      await expect.poll(() => simulator.calls().length - before, { timeout: 30_000 }).toBeGreaterThan(8);
      expect(rowsSince(first).filter((row) => !isNearTruth(row))).toEqual([]);
    },
  );
});

describe('A correct price that looks wrong', () => {
  it('(a coin that lost 99%) is marked first, and shown when it is confirmed', async () => {
    const first = visitors.visits.length;
    simulator.setFault('crash', { coins: ['solana'] });
    const crashed = () =>
      rowsSince(first).some((row) => row.id === 'solana' && row.current_price! < truePrice('solana') / 50);
    await expect.poll(crashed, { timeout: 30_000, interval: 20 }).toBe(true);
    expect(rowsSince(first).some((row) => row.id === 'solana' && row.quarantined)).toBe(true);
    expect(rowsSince(first).filter(({ id, quarantined }) => id !== 'solana' && quarantined)).toEqual([]);
  });

  it('(a stablecoin that lost its peg) is shown immediately', async () => {
    const first = visitors.visits.length;
    simulator.setFault('depeg', { coins: ['tether'] });
    await expect
      .poll(async () => (await readRow(app, 'tether'))?.current_price, { timeout: 20_000 })
      .toBeLessThan(0.9);
    expect(rowsSince(first).filter(({ quarantined }) => quarantined)).toEqual([]);
  });
});

describe('A coin that the provider leaves out', () => {
  it('leaves the list and returns, and the others stay', async () => {
    simulator.setFault('missing', { coins: ['cardano'] });
    await expect.poll(() => readRow(app, 'cardano'), { timeout: 20_000 }).toBeUndefined();
    expect(await readRow(app, 'bitcoin')).toBeDefined();
    simulator.clearFaults();
    await expect.poll(() => readRow(app, 'cardano'), { timeout: 20_000 }).toBeDefined();
  });
});

import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { takeRevisions } from '#server/alerts/revision-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import type { QuoteRates } from '../../../server/alerts/currency/quote-rates.ts';
import { createFiringStore } from '../../../server/alerts/delivery/firing-store.ts';
import {
  type AlertEvaluator,
  createAlertEvaluator,
  evaluationLease,
} from '../../../server/alerts/evaluation/evaluator.ts';
import { createAlertMetrics } from '../../../server/alerts/evaluation/metrics.ts';
import {
  createEvaluationService,
  type EvaluationService,
} from '../../../server/alerts/evaluation/service.ts';
import { createEvaluationStore } from '../../../server/alerts/evaluation/store.ts';
import type { AlertRow } from '../../../server/alerts/store.ts';
import type { MarketService } from '../../../server/market/service.ts';
import { createMarketStore } from '../../../server/market/store.ts';
import { migrateDatabase } from '../../../server/platform/database/migrate-database.ts';
import { transact } from '../../../server/platform/database/transact.ts';
import { createDatabaseLease, type Lease, releaseAllLeases } from '../../../server/platform/jobs/lease.ts';
import { addUser } from '../accounts/users.ts';
import { type TestDatabase, testDatabases } from '../databases.ts';
import { FakeMarket, fakeCoin, fakeNow, fakeSnapshot } from '../market/fake-market.ts';
import { addAlert, type fakeAlert } from './alert-rows.ts';

const minute = 60_000;
/** The instant `minutes` after the fake market's first snapshot. */
export const at = (minutes: number) => fakeNow + minutes * minute;

/** A snapshot of bitcoin at a price, `minutes` after the fake's first. */
export function bitcoinAt(
  minutes: number,
  price: number,
  parts: Parameters<typeof fakeSnapshot>[0] & { coin?: Parameters<typeof fakeCoin>[1] } = {},
) {
  const { coin, ...snapshot } = parts;
  return fakeSnapshot({
    asOf: at(minutes),
    coins: [fakeCoin('bitcoin', { current_price: price, ...coin })],
    ...snapshot,
  });
}

interface ProcessOptions {
  clock: { now(): number };
  /** Advances the clock. By default it runs in real time. */
  advanceTo?: (now: number) => void;
  /** Replaces the market that the test controls. */
  market?: Pick<MarketService, 'snapshot' | 'onChange'>;
  holder?: string;
  /** Called in the transaction of each firing. */
  notify?: (tx: Tx, firing: AlertFiringTable) => Promise<void>;
  /** Intercepts the process's writes. */
  wrapService?: (service: EvaluationService) => EvaluationService;
  lease?: Lease;
}

/** A process that evaluates alerts, on a market that the test controls. */
export class FakeProcess {
  readonly market = new FakeMarket(null);
  readonly warnings: unknown[] = [];
  /** The rates of the next snapshot. */
  rates: QuoteRates = new Map();
  /** How many evaluations wrote firings. */
  recorded = 0;
  readonly evaluator: AlertEvaluator;
  readonly #registry = new Registry();

  readonly #advanceTo: ((now: number) => void) | undefined;

  constructor(db: Database, { advanceTo, wrapService = (service) => service, ...options }: ProcessOptions) {
    this.#advanceTo = advanceTo;
    const evaluations = createEvaluationStore(db);
    const { lease = createDatabaseLease(db), holder = 'this' } = options;
    const service = createEvaluationService({
      database: db,
      mayWrite: (tx) => lease.confirm(tx, evaluationLease, holder),
      evaluations,
      firings: createFiringStore(db),
      notifications: {
        async notify(tx, firings) {
          for (const firing of firings) await options.notify?.(tx, firing);
        },
      },
    });
    this.evaluator = createAlertEvaluator({
      market: this.market,
      ratesOf: () => this.rates,
      ...options,
      holder,
      lease,
      loadStoredSnapshot: () => createMarketStore(db).loadSnapshot(),
      evaluations,
      service: wrapService(service),
      metrics: createAlertMetrics(this.#registry, async () => null),
      onRecorded: () => {
        this.recorded += 1;
      },
      logger: { warn: (...entry: unknown[]) => void this.warnings.push(entry), info: () => undefined },
    });
  }

  /** The metrics without labels, by name. */
  async readMetrics(): Promise<Record<string, number>> {
    const lines = (await this.#registry.metrics()).split('\n');
    const values = lines.map((line) => /^(\w+) (\S+)$/.exec(line)).filter((found) => found !== null);
    return Object.fromEntries(values.map(([, name, value]) => [name, Number(value)]));
  }

  /** Publishes snapshots one after another, each at its own time and evaluated before the next. */
  async show(...snapshots: Parameters<FakeMarket['publish']>[0][]): Promise<void> {
    for (const snapshot of snapshots) {
      this.#advanceTo?.(snapshot.asOf);
      this.market.publish(snapshot);
      await this.evaluator.evaluateNow();
    }
  }
}

/** A database with one user, and the processes that a test starts on it. */
export class EvaluationScene {
  now = fakeNow;
  userId = '';
  readonly db: Database;
  readonly #running: FakeProcess[] = [];

  constructor(db: Database) {
    this.db = db;
  }

  static async open(database: TestDatabase): Promise<EvaluationScene> {
    const db = await database.open();
    await migrateDatabase(db);
    const scene = new EvaluationScene(db);
    await scene.prepare();
    return scene;
  }

  /** Resets to one user, no alerts, and nothing evaluated. */
  async prepare(): Promise<void> {
    this.now = fakeNow;
    for (const table of ['users', 'leases', 'snapshots', 'alert_ticks'] as const)
      await this.db.deleteFrom(table).execute();
    await this.db
      .updateTable('alert_evaluations')
      .set({ as_of: 0, revision: 0, quotes: '{}', rates: null })
      .execute();
    this.userId = await addUser(this.db);
  }

  /** Starts a process. Unless `doOthersRun`, first releases all leases, as if the previous one had died long ago. */
  async startProcess({
    doOthersRun = false,
    ...options
  }: Omit<ProcessOptions, 'clock' | 'advanceTo'> & { doOthersRun?: boolean } = {}): Promise<FakeProcess> {
    if (!doOthersRun) await releaseAllLeases(this.db);
    const clock = { now: () => this.now };
    const advanceTo = (now: number) => {
      this.now = Math.max(this.now, now);
    };
    const process = new FakeProcess(this.db, { ...options, clock, advanceTo });
    this.#running.push(process);
    await process.evaluator.start();
    return process;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map(({ evaluator }) => evaluator.stop()));
  }

  /** Adds and arms an alert of the scene's user, by default `fakeAlert`'s. Returns its id. */
  async arm(parts: Parameters<typeof fakeAlert>[0] = {}, userId = this.userId): Promise<string> {
    return (await addAlert(this.db, userId, parts)).id;
  }

  /** Arms `count` copies of an alert, with other ids. */
  async armMore(id: string, count: number): Promise<void> {
    const row = await this.findAlert(id);
    await transact(this.db, async (tx) => {
      const first = await takeRevisions(tx, count);
      const rows = Array.from({ length: count }, (_, index) => ({
        ...row,
        id: `${id}-${index}`,
        revision: first + index,
      }));
      for (let from = 0; from < count; from += 500) {
        await tx
          .insertInto('alerts')
          .values(rows.slice(from, from + 500))
          .execute();
      }
    });
  }

  /** Changes an alert and rearms it, like the service. */
  async rearm(id: string, parts: Partial<AlertRow>): Promise<void> {
    await transact(this.db, async (tx) => {
      const revision = await takeRevisions(tx);
      await tx
        .updateTable('alerts')
        .set((row) => ({
          status: 'active',
          next_allowed_at: null,
          ...parts,
          revision,
          arming: row('arming', '+', 1),
        }))
        .where('id', '=', id)
        .execute();
    });
  }

  findAlert(id: string): Promise<AlertRow> {
    return this.db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  /** All firings in order. */
  listFirings(): Promise<AlertFiringTable[]> {
    return this.db.selectFrom('alert_firings').selectAll().orderBy('number').execute();
  }

  /** The minute of the quotes that caused each firing. */
  async listMinutes(): Promise<number[]> {
    return (await this.listFirings()).map(({ crossed_by }) => (crossed_by - fakeNow) / minute);
  }
}

/** Defines tests that run on each database. They share one scene, which is reset before each. */
export function describeEvaluation(title: string, define: (scene: () => EvaluationScene) => void): void {
  for (const { name, isAvailable, create } of testDatabases) {
    describe.skipIf(!isAvailable)(`${title} on ${name}`, () => {
      let database: TestDatabase;
      let scene: EvaluationScene;
      beforeAll(async () => {
        database = await create();
        scene = await EvaluationScene.open(database);
      });
      beforeEach(() => scene.prepare());
      afterEach(() => scene.stop());
      afterAll(() => database.remove());
      define(() => scene);
    });
  }
}

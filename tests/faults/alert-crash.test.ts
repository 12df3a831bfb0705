import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Firing } from '#contract/alerts/alerts.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createFiringFeed } from '../../server/alerts/delivery/firing-feed.ts';
import { createFiringFeedStore } from '../../server/alerts/delivery/firing-feed-store.ts';
import type { AcceptedQuotes } from '../../server/alerts/evaluation/accepted-quotes.ts';
import { migrateDatabase } from '../../server/platform/database/migrate-database.ts';
import { AlertOracle } from '../support/alerts/alert-oracle.ts';
import { createRandom } from '../support/create-random.ts';
import { type TestDatabase, testDatabases } from '../support/databases.ts';
import { FaultyMailServer } from '../support/faulty-mail-server.ts';
import { listAccepted, type PlannedAlert, planAlerts, planThreshold, tickOfTime } from './alert-replay.ts';
import { ReplayChild } from './replay-child.ts';
import { armAll, armBy, rearm, toWatched } from './replayed-alerts.ts';

/**
 * A kill costs most of a second, so the suite has few; `npm run test:crash` has a thousand on each database. 400 ticks
 * of 250 coins are 100,000 quotes.
 */
const kills = Number(process.env.ALERT_KILLS || 3);
const tickCount = Math.max(400, kills * 4);
/** The most ticks that a process may have yet to answer: several, so that a kill can hit it in the middle of them. */
const maxUnanswered = 6;
const editsAtStop = 10;
const replayed = `replay-${process.pid}`;

vi.setConfig({ testTimeout: 120_000 + kills * 10_000 });

/** A replay on one database: the processes, the ticks shown to them, and the oracle. */
class Replay {
  readonly accepted = listAccepted(tickCount + kills * 2);
  readonly expected: string[] = [];
  readonly #database: TestDatabase;
  readonly #db: Database;
  readonly #mails: string;
  readonly #processCount: number;
  readonly #oracle = new AlertOracle();
  readonly #plans = planAlerts();
  readonly #random = createRandom(3);
  /** The ids of the alerts. Each index is the oracle's key. */
  readonly #ids: string[] = [];
  #children: ReplayChild[] = [];
  #spares: ReplayChild[] = [];
  /** Ticks that the oracle has not seen yet. */
  #shown: number[] = [];
  #next = 1;

  constructor(parts: { database: TestDatabase; db: Database; mails: string; processCount: number }) {
    this.#database = parts.database;
    this.#db = parts.db;
    this.#mails = parts.mails;
    this.#processCount = parts.processCount;
    for (const plan of this.#plans) this.#watch(plan, armBy(plan, this.accepted[0]!));
  }

  #watch(plan: PlannedAlert, armed: ReturnType<typeof armBy>): void {
    this.#oracle.add(toWatched(this.#ids.push(plan.id) - 1, plan, armed));
  }

  /** Replaces killed processes, and prepares spare ones. */
  async start(): Promise<void> {
    const { dataDir } = this.#database.options;
    const databaseUrl = this.#nameConnections();
    while (this.#children.length < this.#processCount) {
      const child = this.#spares.pop() ?? new ReplayChild();
      child.send({ kind: 'begin', dataDir, databaseUrl, smtpUrl: this.#mails, tick: this.#next - 1 });
      this.#children.push(child);
    }
    while (this.#spares.length < this.#processCount) this.#spares.push(new ReplayChild());
    await Promise.all(this.#children.map((child) => child.waitForAnswers()));
  }

  /** The database's address, with a name that marks the processes' connections. */
  #nameConnections(): string | undefined {
    const { databaseUrl } = this.#database.options;
    if (!databaseUrl) return undefined;
    const url = new URL(databaseUrl);
    url.searchParams.set('application_name', replayed);
    return url.href;
  }

  /** Waits, as PostgreSQL may still commit for a killed process. */
  async #waitForCommits(): Promise<void> {
    if (!this.#database.options.databaseUrl) return;
    const connections = sql`select 1 from pg_stat_activity where application_name = ${replayed}`;
    const count = async () => (await connections.execute(this.#db)).rows.length;
    await expect.poll(count, { interval: 5, timeout: 30_000 }).toBe(0);
  }

  async show(count: number): Promise<void> {
    for (let shown = 0; shown < count && this.#next < this.accepted.length; shown += 1) {
      for (const child of this.#children) child.send({ kind: 'show', tick: this.#next });
      this.#shown.push(this.#next);
      this.#next += 1;
      await Promise.all(this.#children.map((child) => child.waitForAnswers(maxUnanswered)));
    }
  }

  async killSome(): Promise<void> {
    await wait(this.#random() * 8);
    const killsAll = this.#random() < 0.4;
    const victims = killsAll
      ? this.#children
      : [this.#children[Math.floor(this.#random() * this.#children.length)]!];
    await Promise.all(victims.map((child) => child.kill()));
    this.#children = this.#children.filter((child) => !victims.includes(child));
    // Surviving processes have seen everything that was shown.
    for (const child of this.#children) await child.waitForAnswers();
    if (this.#children.length > 0) return;
    await this.#waitForCommits();
    await this.#edit();
  }

  /** Changes alerts, as users do, while no process is left. Only ticks that were written count. */
  async #edit(): Promise<void> {
    const evaluated = await this.#findLast('alert_evaluations');
    const written = Math.max(evaluated, await this.#findLast('alert_ticks'));
    this.#shown = this.#shown.filter((tick) => tick <= written);
    this.#showOracle(evaluated);
    const last = this.accepted[written]!;
    for (let edits = 0; edits < editsAtStop; edits += 1) {
      const index = Math.floor(this.#random() * this.#plans.length);
      const plan = this.#plans[index]!;
      const changed: PlannedAlert = {
        ...plan,
        threshold: planThreshold(plan.coinId, plan.condition, this.#random),
        whenTrue: this.#random() < 0.5 ? 'fire' : 'wait',
      };
      const armed = armBy(changed, last);
      await rearm(this.#db, plan.id, armed);
      this.#oracle.remove(this.#ids.lastIndexOf(plan.id));
      this.#watch(changed, armed);
    }
    // Ticks that were not written are lost, and so are up to two more before the next start.
    this.#next = written + 1 + Math.floor(this.#random() * 3);
  }

  async #findLast(table: 'alert_evaluations' | 'alert_ticks'): Promise<number> {
    const row = await this.#db
      .selectFrom(table)
      .select((rows) => rows.fn.max('as_of').as('last'))
      .where('source', '=', 'coingecko')
      .executeTakeFirst();
    return row?.last ? tickOfTime(row.last) : 0;
  }

  #showOracle(upTo: number): void {
    const isDue = (tick: number) => tick <= upTo;
    for (const tick of this.#shown.filter(isDue)) {
      for (const { key, price, after, by } of this.#oracle.evaluate(this.accepted[tick]!)) {
        this.expected.push(line(this.#ids[key]!, price, after, by));
      }
    }
    this.#shown = this.#shown.filter((tick) => !isDue(tick));
  }

  /** Shows the remaining ticks to the remaining processes, and sends the e-mails. */
  async finish(): Promise<void> {
    await this.start();
    await this.show(Number.POSITIVE_INFINITY);
    await Promise.all(this.#children.map((child) => child.waitForAnswers()));
    this.#showOracle(this.#next);
    for (const child of this.#children.splice(1)) await child.kill();
    const [child] = this.#children;
    child!.send({ kind: 'drain' });
    await child!.waitForAnswers();
  }

  async end(): Promise<void> {
    await Promise.all([...this.#children, ...this.#spares].map((child) => child.kill()));
  }
}

const line = (id: string, price: number | string, after: number, by: number) =>
  `${id} at ${Number(price)}, after ${tickOfTime(after)} by ${tickOfTime(by)}`;

/** Collects a user's events in another process during the replay. */
async function follow(db: Database, userId: string) {
  const feed = createFiringFeed({ store: createFiringFeedStore(db), logger: { warn: () => undefined } });
  await feed.start();
  const events: Firing[] = [];
  feed.subscribe(userId, ({ data }) => events.push(JSON.parse(data)));
  return { events, feed };
}

for (const { name, isAvailable, create } of testDatabases) {
  const processCount = name === 'SQLite' ? 1 : 2;
  describe.skipIf(!isAvailable)(`${processCount} processes on ${name}, killed ${kills} times`, () => {
    it('fire each alert once for each crossing, and notify of it', async ({ expect, onTestFinished }) => {
      const database = await create();
      const db = await database.open();
      const mails = new FaultyMailServer();
      onTestFinished(async () => {
        await mails.close();
        await database.remove();
      });
      await migrateDatabase(db);
      const replay = new Replay({ database, db, mails: await mails.listen(), processCount });
      onTestFinished(() => replay.end());
      const userId = await armAll(db, replay.accepted[0] as AcceptedQuotes);
      const { events, feed } = await follow(db, userId);
      onTestFinished(() => feed.stop());

      const perKill = Math.floor(tickCount / (kills + 1));
      for (let killed = 0; killed < kills; killed += 1) {
        await replay.start();
        await replay.show(1 + Math.floor(Math.random() * 2 * perKill));
        await replay.killSome();
      }
      await replay.finish();

      const firings = await db.selectFrom('alert_firings').selectAll().orderBy('number').execute();
      const found = firings.map((row) => line(row.alert_id, row.price, row.crossed_after, row.crossed_by));
      expect(found.toSorted()).toEqual(replay.expected.toSorted());
      // With fewer firings, the test would prove nothing.
      expect(found.length).toBeGreaterThan(3000);
      expect(new Set(firings.map(({ alert_id, arming }) => `${alert_id} ${arming}`)).size).toBe(found.length);
      await expect.poll(() => events.length, { timeout: 10_000 }).toBe(firings.length);
      expect(events.map(({ id }) => id)).toEqual(firings.map(({ id }) => id));

      const wanted = firings
        .filter(({ note }) => note !== null)
        .map((row) => `${row.alert_id} ${row.arming};`);
      const arrived = mails.accepted.map((text) => /alert-\d+ \d+;/.exec(text)?.[0]);
      expect(new Set(arrived)).toEqual(new Set(wanted));
      expect(mails.tries).toBeGreaterThan(wanted.length * 1.2);
      // Only e-mails that were being sent during a kill may arrive twice.
      expect(arrived.length - wanted.length).toBeLessThanOrEqual(kills * processCount);
    });
  });
}

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { accountMaximums } from '#contract/plans.ts';
import type { FiledTaxReportHead } from '#contract/tax/filed-report.ts';
import type { TaxTotals } from '#contract/tax/report.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { RawJson } from '#server/platform/raw-json.ts';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import { isLongRun } from '../../../../tests/support/is-long-run.ts';
import {
  createFilingApp,
  type FilingApp,
  openFilingUser,
} from '../../../../tests/support/portfolio/filing-app.ts';
import { mergePortfolios } from '../../merge-service.ts';
import { packBytes } from './packed-bytes.ts';
import { mergeFiledReports } from './store.ts';

const coin = (coinId: string, amount: string) => ({ coinId, amount });
const money = (amount: string, currency = 'USD') => ({ currency, amount });
const buy = (day: string, amount: string, paid: string) => ({
  type: 'buy',
  occurredAt: `${day}T00:00:00Z`,
  in: coin('bitcoin', amount),
  out: money(paid),
});
const sell = (day: string, amount: string, brought: string) => ({
  type: 'sell',
  occurredAt: `${day}T00:00:00Z`,
  in: money(brought),
  out: coin('bitcoin', amount),
});
const generic = { country: 'generic', year: 2024 };
const zeros: TaxTotals = { proceeds: '0', cost: '0', gains: '0', losses: '0', net: '0' };
const formats = ['json', 'csv', 'pdf'] as const;
const corrections = isLongRun ? 1000 : 100;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`filed tax reports, on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let app: FilingApp;

    beforeAll(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
    });
    afterAll(() => database.remove());
    beforeEach(() => {
      app = createFilingApp(db);
      onTestFinished(app.stop);
    });

    async function openTrader() {
      const user = await openFilingUser(app);
      const added = await user.add([buy('2023-01-01', '2', '100'), sell('2024-05-01', '1', '80.5')]);
      return { ...user, added };
    }
    type Trader = Awaited<ReturnType<typeof openTrader>>;
    const readFiles = (user: Pick<Trader, 'call'>, id: string) =>
      Promise.all(
        formats.map(
          async (format) => (await user.call('GET', `/api/tax-reports/${id}?format=${format}`)).bytes,
        ),
      );

    it('keep the bytes of the report in each format, and the hash of its JSON', async () => {
      const user = await openTrader();
      const report = await user.call('GET', `${user.own}/tax?country=generic&year=2024`);
      const csv = await user.call('GET', `${user.own}/tax?country=generic&year=2024&format=csv`);
      const filed = await user.file(generic);
      expect(filed).toMatchObject({ ...generic, portfolioId: user.main.id, changes: [], difference: zeros });
      const [json, table, pdf] = await readFiles(user, filed.id);
      expect(json!.equals(report.bytes)).toBe(true);
      expect(table!.equals(csv.bytes)).toBe(true);
      expect(pdf!.toString()).toBe(`%PDF ${Date.parse(filed.filedAt)} ${report.text}`);
      expect(filed.sha256).toBe(createHash('sha256').update(json!).digest('hex'));
      expect(filed.engine).toBe((await user.report()).engine);
    });

    it('answer each format with its type and a name', async () => {
      const user = await openTrader();
      const { id } = await user.file(generic);
      for (const [format, type] of [
        ['json', 'application/json'],
        ['csv', 'text/csv'],
        ['pdf', 'application/pdf'],
      ] as const) {
        const { headers } = await user.call('GET', `/api/tax-reports/${id}?format=${format}`);
        expect(headers['content-type']).toContain(type);
        expect(headers['content-disposition']).toContain(`altimeter-tax-generic-2024-filed.${format}`);
      }
      expect((await user.call('GET', `/api/tax-reports/${id}?format=xml`)).status).toBe(400);
    });

    it('never change: not by edits, another engine, another method or a restart', async () => {
      const user = await openTrader();
      const { id, engine } = await user.file(generic);
      const before = await readFiles(user, id);
      await user.call('DELETE', `/api/transactions/${user.added[0]!.id}`);
      await user.call('PUT', `${user.own}/settings`, { method: 'hifo', currency: 'EUR' });
      app.changeEngine((text) => text.replaceAll(engine, 'another engine'));
      expect((await user.file(generic)).engine).toBe('another engine');
      expect((await user.compare(id)).engine).toBe(engine);
      const restarted = createFilingApp(await database.open());
      onTestFinished(restarted.stop);
      for (const server of [app, restarted]) {
        const call = async (format: string) =>
          (await server.call(user.userId, 'GET', `/api/tax-reports/${id}?format=${format}`)).rawPayload;
        for (const [index, format] of formats.entries())
          expect((await call(format)).equals(before[index]!)).toBe(true);
      }
    });

    it('list each transaction that was added, changed or deleted, and what it would change', async () => {
      const user = await openTrader();
      const [bought, sold] = user.added;
      const filed = await user.file(generic);
      expect(await user.compare(filed.id)).toEqual(filed);
      await user.call('PUT', `/api/transactions/${bought!.id}`, buy('2023-01-01', '2', '60'));
      await user.call('DELETE', `/api/transactions/${sold!.id}`);
      const [added] = await user.add([sell('2024-06-01', '1', '100')]);
      await user.add([sell('2025-06-01', '1', '100')]);
      const { changes, difference } = await user.compare(filed.id);
      expect(difference).toEqual({ proceeds: '19.5', cost: '-20', gains: '39.5', losses: '0', net: '39.5' });
      expect(changes).toHaveLength(3);
      expect(changes).toEqual([
        {
          transactionId: bought!.id,
          before: expect.objectContaining({ id: bought!.id, out: money('100') }),
          after: expect.objectContaining({ out: money('60') }),
        },
        {
          transactionId: sold!.id,
          before: expect.objectContaining({ type: 'sell', in: money('80.5') }),
          after: null,
        },
        { transactionId: added!.id, before: null, after: expect.objectContaining({ in: money('100') }) },
      ]);
    });

    it('are compared using the settings and request they were filed with', async () => {
      const user = await openFilingUser(app);
      await user.add([
        buy('2023-01-01', '1', '100'),
        buy('2023-06-01', '1', '300'),
        sell('2024-05-01', '1', '500'),
      ]);
      const filed = await user.file({ ...generic, timeZone: 'Asia/Tokyo' });
      await user.call('PUT', `${user.own}/settings`, { method: 'hifo' });
      expect((await user.report()).totals.net).toBe('200');
      expect(await user.compare(filed.id)).toMatchObject({ changes: [], difference: zeros });
    });

    it('name the currency of the difference, which the settings may no longer have', async () => {
      const user = await openFilingUser(app);
      await user.add([buy('2023-01-01', '1', '100'), sell('2024-05-01', '1', '500')]);
      const [filed, british] = [await user.file(generic), await user.file({ country: 'GB', year: 2024 })];
      expect(filed.currency).toBe('USD');
      await user.call('PUT', `${user.own}/settings`, { method: 'fifo', currency: 'EUR' });
      expect((await user.compare(filed.id)).currency).toBe('USD');
      expect((await user.compare(british.id)).currency).toBe('GBP');
      await user.call('POST', '/api/portfolios', { name: 'Other' });
      await user.call('DELETE', user.own);
      expect((await user.compare(filed.id)).currency).toBe('USD');
    });

    it('list prices and rates that have changed, with their source', async () => {
      const user = await openFilingUser(app);
      app.values.set('bitcoin 2024-02-01', { value: '50', at: 0, source: 'simulated' });
      await user.add([
        { type: 'income', kind: 'staking', occurredAt: '2024-02-01T00:00:00Z', in: coin('bitcoin', '1') },
        { ...sell('2024-05-01', '1', '80'), in: money('80', 'EUR') },
      ]);
      const { id } = await user.file(generic);
      app.values.set('bitcoin 2024-02-01', { value: '40', at: 0, source: 'import' });
      app.values.set('EUR 2024-05-01', { value: '0.5', at: 0, source: 'import' });
      const { changes, difference } = await user.compare(id);
      expect(changes).toEqual([
        {
          transactionId: null,
          before: { kind: 'price', name: 'bitcoin', day: '2024-02-01', value: '50', source: 'simulated' },
          after: { kind: 'price', name: 'bitcoin', day: '2024-02-01', value: '40', source: 'import' },
        },
        {
          transactionId: null,
          before: { kind: 'rate', name: 'EUR', day: '2024-05-01', value: '1', source: 'ecb' },
          after: { kind: 'rate', name: 'EUR', day: '2024-05-01', value: '0.5', source: 'import' },
        },
      ]);
      expect(difference).toMatchObject({ proceeds: '80', cost: '-10', net: '90' });
    });

    it(`give exactly the difference of ${corrections} later corrections`, async () => {
      const user = await openFilingUser(app);
      const days = Array.from({ length: 200 }, (_, index) =>
        new Date(Date.UTC(2023, 9, 1) + index * 86_400_000).toISOString().slice(0, 10),
      );
      let seed = 7;
      const random = (below: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((seed / 2_147_483_648) * below);
      };
      const make = (day: string) => {
        const amount = `${1 + random(5)}.${random(1_000_000)}`;
        const paid = `${1 + random(900)}.${random(1_000)}`;
        return random(3) === 0 ? sell(day, amount, paid) : buy(day, amount, paid);
      };
      const added = await user.add(days.map(make));
      const filed = await user.file(generic);
      const before = await user.report();
      for (let correction = 1; correction <= corrections; correction += 1) {
        const place = random(days.length);
        const { status } = await user.call(
          'PUT',
          `/api/transactions/${added[place]!.id}`,
          make(days[place]!),
        );
        expect(status).toBe(200);
        if (correction % 50 !== 0) continue;
        const { changes, difference } = await user.compare(filed.id);
        const now = await user.report();
        for (const total of Object.keys(zeros) as (keyof TaxTotals)[])
          expect(toUnits(difference![total])).toBe(
            toUnits(now.totals[total]) - toUnits(before.totals[total]),
          );
        expect(changes.length).toBeGreaterThan(20);
      }
    }, 120_000);

    it('outlive their portfolio', async () => {
      const user = await openTrader();
      await user.call('POST', '/api/portfolios', { name: 'Other' });
      const { id } = await user.file(generic);
      const [json] = await readFiles(user, id);
      expect((await user.call('DELETE', user.own)).status).toBe(204);
      expect(await user.compare(id)).toMatchObject({ portfolioId: null, changes: [], difference: null });
      expect((await readFiles(user, id))[0]!.equals(json!)).toBe(true);
      expect((await user.call('GET', `${user.own}/tax-reports`)).status).toBe(404);
    });

    it('made of several portfolios are compared without those deleted since', async () => {
      const user = await openTrader();
      const other = JSON.parse((await user.call('POST', '/api/portfolios', { name: 'Other' })).text);
      const path = `/api/portfolios/${other.id}`;
      await user.call('POST', `${path}/transactions`, buy('2023-02-01', '1', '10'));
      await user.call('POST', `${path}/transactions`, sell('2024-02-01', '1', '30'));
      const filed = await user.file({ ...generic, with: [other.id] });
      await user.call('DELETE', path);
      const { changes, difference } = await user.compare(filed.id);
      expect(changes.map(({ after }) => after)).toEqual([null, null]);
      expect(difference).toMatchObject({ proceeds: '-30' });
    });

    it('are listed newest first and deleted one by one', async () => {
      const user = await openTrader();
      const ids = [await user.file(generic), await user.file({ ...generic, year: 2023 })].map(({ id }) => id);
      const list = () => user.read<FiledTaxReportHead[]>(`${user.own}/tax-reports`);
      expect((await list()).map(({ id }) => id)).toEqual(ids.toReversed());
      expect((await user.call('DELETE', `/api/tax-reports/${ids[0]}`)).status).toBe(204);
      expect((await user.call('DELETE', `/api/tax-reports/${ids[0]}`)).status).toBe(404);
      expect((await list()).map(({ id }) => id)).toEqual([ids[1]]);
    });

    it('of other users are not found', async () => {
      const [user, other] = [await openTrader(), await openTrader()];
      const { id } = await user.file(generic);
      for (const path of [
        `/api/tax-reports/${id}`,
        `/api/tax-reports/${id}?format=pdf`,
        `${user.own}/tax-reports`,
      ])
        expect((await other.call('GET', path)).status).toBe(404);
      expect((await other.call('POST', `${user.own}/tax-reports`, generic)).status).toBe(404);
      expect((await other.call('DELETE', `/api/tax-reports/${id}`)).status).toBe(404);
      expect((await user.call('GET', `/api/tax-reports/${id}`)).status).toBe(200);
    });

    it('require Pro to make, and stay readable after a downgrade', async () => {
      const user = await openTrader();
      const { id } = await user.file(generic);
      await db.updateTable('users').set({ tier: 'free' }).where('id', '=', user.userId).execute();
      const refused = await user.call('POST', `${user.own}/tax-reports`, generic);
      expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
        403,
        { code: 'plan_required', requiredTier: 'pro' },
      ]);
      expect(await user.compare(id)).toMatchObject({ id, difference: zeros });
      expect((await user.call('GET', `/api/tax-reports/${id}?format=csv`)).status).toBe(200);
    });

    it('reject an unknown country, year or field', async () => {
      const user = await openTrader();
      for (const [body, path] of [
        [{ country: 'XX', year: 2024 }, 'country'],
        [{ country: 'GB', year: 1999 }, 'year'],
        [{ country: 'GB', year: '2024' }, 'year'],
        [{ ...generic, timeZone: 'Mars/Base' }, 'timeZone'],
        [{ ...generic, format: 'json' }, ''],
      ] as const) {
        const { status, text } = await user.call('POST', `${user.own}/tax-reports`, body);
        expect([status, JSON.parse(text).issues[0].path]).toEqual([400, path]);
      }
    });

    it(`are limited to ${accountMaximums.taxReports} per account`, async () => {
      const user = await openTrader();
      const { id } = await user.file(generic);
      const row = await db
        .selectFrom('tax_reports')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const copies = Array.from({ length: accountMaximums.taxReports - 1 }, (_, index) => ({
        ...row,
        id: `${id}-${index}`,
      }));
      await db.insertInto('tax_reports').values(copies).execute();
      const { status, text } = await user.call('POST', `${user.own}/tax-reports`, generic);
      expect([status, JSON.parse(text)]).toMatchObject([409, { code: 'conflict' }]);
    });

    it('are refused once they exceed an account’s total size, until some are deleted', async () => {
      const maxBytes = 2 * 1024 * 1024;
      const small = createFilingApp(db, { maxBytes });
      onTestFinished(small.stop);
      const user = await openFilingUser(small);
      await user.add([buy('2023-01-01', '2', '100')]);
      const { id } = await user.file(generic);
      const table = db.updateTable('tax_reports').where('id', '=', id);
      await table.set({ pdf: Buffer.alloc(maxBytes / 2), ledger: Buffer.alloc(maxBytes / 2) }).execute();
      const refused = {
        code: 'conflict',
        message:
          'An account has room for 2 MB of filed tax reports. Download those that you want to keep, and delete some first.',
      };
      const file = () => user.call('POST', `${user.own}/tax-reports`, generic);
      const full = await file();
      expect([full.status, JSON.parse(full.text)]).toEqual([409, refused]);
      // Some room is left, but not enough for the next one.
      await table.set({ ledger: Buffer.alloc(maxBytes / 2 - 1000) }).execute();
      const almost = await file();
      expect([almost.status, JSON.parse(almost.text)]).toEqual([409, refused]);
      expect((await user.call('DELETE', `/api/tax-reports/${id}`)).status).toBe(204);
      expect((await file()).status).toBe(201);
    });

    it('are exported as the stored bytes, without parsing them', async () => {
      const user = await openTrader();
      const { id } = await user.file(generic);
      const packed = await packBytes('{"not":"a report"}');
      await db.updateTable('tax_reports').set({ json: packed }).where('id', '=', id).execute();
      const exported: unknown[] = [];
      for await (const batch of await app.listReports(user.userId)) exported.push(...batch);
      expect(exported).toEqual([
        expect.objectContaining({ id, report: new RawJson(Buffer.from('{"not":"a report"}')) }),
      ]);
    });

    it('move to the portfolio of the same name when accounts are merged', async () => {
      const [user, other] = [await openTrader(), await openTrader()];
      const { id } = await user.file(generic);
      const [json] = await readFiles(user, id);
      await transact(db, async (tx) => {
        await mergeFiledReports(tx, user.userId, other.userId);
        await mergePortfolios(tx, user.userId, other.userId);
      });
      const list = await other.read<FiledTaxReportHead[]>(`${other.own}/tax-reports`);
      expect(list).toMatchObject([{ id, portfolioId: other.main.id }]);
      expect((await readFiles(other, id))[0]!.equals(json!)).toBe(true);
      expect((await user.call('GET', `/api/tax-reports/${id}`)).status).toBe(404);
    });

    it('are deleted with their account', async () => {
      const user = await openTrader();
      await user.file(generic);
      await db.deleteFrom('users').where('id', '=', user.userId).execute();
      const rows = db.selectFrom('tax_reports').select('id').where('user_id', '=', user.userId);
      expect(await rows.execute()).toEqual([]);
    });
  });
}

/** The decimal number as an integer count of 10⁻¹⁸. */
function toUnits(text: string | null): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '0')!;
  return BigInt(`${sign}${whole}${fraction.padEnd(18, '0')}`);
}

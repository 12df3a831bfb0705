import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Proof } from '#contract/ledger/proof.ts';
import type { TaxReport } from '#contract/tax/report.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { checkDocument } from '#web/portfolio/proof/check/check-document.ts';
import { type AccountApp, createAccountApp } from '../../../../tests/support/accounts/account-app.ts';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import {
  createFilingApp,
  type FilingApp,
  openFilingUser,
} from '../../../../tests/support/portfolio/filing-app.ts';
import { buildProofText } from '../../ledger/proof/proof-text.ts';
import { makeLineProof } from '../proof/make-line-proof.ts';
import { packBytes, unpackBytes } from './packed-bytes.ts';
import { createLineProver } from './prove-line.ts';
import { createFiledReportStore } from './store.ts';

const bitcoin = (amount: string) => ({ coinId: 'bitcoin', amount });
const dollars = (amount: string) => ({ currency: 'USD', amount });
const buy = (day: string, amount: string, paid: string) => ({
  type: 'buy',
  occurredAt: `${day}T00:00:00Z`,
  in: bitcoin(amount),
  out: dollars(paid),
});
const sell = (day: string, amount: string, proceeds: string) => ({
  type: 'sell',
  occurredAt: `${day}T09:00:00Z`,
  in: dollars(proceeds),
  out: bitcoin(amount),
});
const generic = { country: 'generic', year: 2024 };

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`proofs of lines of filed reports, on ${name}`, () => {
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

    const createProver = (filed = createFiledReportStore(db)) =>
      createLineProver({
        filed,
        build: async (_subject, ...work) => buildProofText(...work),
        makeProof: makeLineProof,
      });

    async function fileReport(transactions: readonly object[], choice: object = generic) {
      const user = await openFilingUser(app);
      const added = await user.add(transactions);
      const { id } = await user.file(choice);
      const report = await user.read<TaxReport>(`/api/tax-reports/${id}?format=json`);
      const proveLine = createProver();
      const prove = async (line: number) =>
        JSON.parse(await proveLine(user.userId, user.main.id, { report: id, line })) as Proof;
      return { user, added, id, report, prove };
    }
    type Filed = Awaited<ReturnType<typeof fileReport>>;

    it('hold, and arrive at the gain of each line', async () => {
      const { report, prove } = await fileReport([
        buy('2023-01-01', '2', '100'),
        sell('2024-05-01', '1', '80.5'),
        sell('2024-06-01', '0.5', '20'),
      ]);
      for (const line of report.lines) {
        const proof = await prove(line.number);
        expect(proof.value).toBe(line.gain);
        expect(await checkDocument(JSON.parse(JSON.stringify(proof)))).toMatchObject({ holds: true });
      }
    });

    it('read one filed report at a time, which may have hundreds of megabytes', async () => {
      const { user, id } = await fileReport([buy('2023-01-01', '2', '100'), sell('2024-05-01', '1', '80')]);
      const store = createFiledReportStore(db);
      const [found, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let [findings, readings] = [0, 0];
      const proveLine = createProver({
        ...store,
        async findCompared(...args) {
          findings += 1;
          const row = await store.findCompared(...args);
          if (findings === 2) asked.resolve();
          return row;
        },
        async findBytes(...args) {
          readings += 1;
          await found.promise;
          return store.findBytes(...args);
        },
      });
      const prove = () => proveLine(user.userId, user.main.id, { report: id, line: 1 });
      const both = [prove(), prove()];
      await asked.promise;
      await yieldToEventLoop();
      expect(readings).toBe(1);
      found.resolve();
      const [first, second] = await Promise.all(both);
      expect([first, readings]).toEqual([second, 2]);
    });

    it('read no stored ledger while another filed report is read', async () => {
      const { user, id } = await fileReport([buy('2023-01-01', '2', '100'), sell('2024-05-01', '1', '80')]);
      const store = createFiledReportStore(db);
      const compared = Promise.withResolvers<void>();
      const [found, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let [findings, readings, unpackings] = [0, 0, 0];
      const proveLine = createProver({
        ...store,
        async findCompared(...args) {
          const row = await store.findCompared(...args);
          if (++findings === 2) compared.resolve();
          return (
            row && {
              ...row,
              get ledger() {
                unpackings += 1;
                return row.ledger;
              },
            }
          );
        },
        async findBytes(...args) {
          readings += 1;
          // Otherwise the first might be proved before the second has begun.
          if (readings === 1) await compared.promise;
          if (readings === 2) {
            asked.resolve();
            await found.promise;
          }
          return store.findBytes(...args);
        },
      });
      const prove = () => proveLine(user.userId, user.main.id, { report: id, line: 1 });
      const both = Promise.all([prove(), prove()]);
      await asked.promise;
      await yieldToEventLoop();
      expect(unpackings).toBe(0);
      found.resolve();
      const [first, second] = await both;
      expect([first, unpackings]).toEqual([second, 2]);
    });

    it('stay those of the filed report when the ledger, a price or the settings change', async () => {
      app.values.set('bitcoin 2023-01-01', { value: '50', at: 0, source: 'coingecko' });
      const { user, added, prove } = await fileReport([
        { type: 'income', kind: 'staking', occurredAt: '2023-01-01T00:00:00Z', in: bitcoin('2') },
        sell('2024-05-01', '1', '80.5'),
      ]);
      const before = await prove(1);
      expect(before.value).toBe('30.5');
      app.values.set('bitcoin 2023-01-01', { value: '70', at: 0, source: 'import' });
      await user.call('DELETE', `/api/transactions/${added[0]!.id}`);
      await user.call('PUT', `${user.own}/settings`, { method: 'hifo', currency: 'EUR' });
      expect(await prove(1)).toEqual(before);
      expect((await user.report()).lines[0]?.gain).not.toBe('30.5');
    });

    it('cover a whole day if the line does', async () => {
      const { report, prove } = await fileReport(
        [buy('2023-01-01', '2', '100'), sell('2024-05-01', '0.5', '80'), sell('2024-05-01', '0.25', '10')],
        { country: 'GB', year: 2024 },
      );
      expect(report.lines).toHaveLength(1);
      const proof = await prove(1);
      expect(proof).toMatchObject({ figure: 'realized', value: '52.5', method: 'uk' });
      expect([proof.from, proof.to]).toEqual(['2024-04-30T23:00:00.000Z', '2024-05-01T23:00:00.000Z']);
    });

    it('cover both lines if a sale is split in two', async () => {
      const { report, prove } = await fileReport(
        [buy('2023-01-01', '1', '100'), buy('2024-01-01', '1', '100'), sell('2024-06-01', '2', '300')],
        { country: 'DE', year: 2024 },
      );
      expect(report.lines.map(({ gain }) => gain)).toEqual(['50', '50']);
      for (const { number } of report.lines) expect((await prove(number)).value).toBe('100');
    });

    it('say when a gain is unknown', async () => {
      const { report, prove } = await fileReport([
        { ...buy('2023-01-01', '1', '1'), out: null },
        sell('2024-06-01', '1', '300'),
      ]);
      expect(report.lines[0]?.gain).toBeNull();
      expect((await prove(1)).value).toBeNull();
    });

    /** The lines of a report, each with its proof, which holds and arrives at the line's gain. */
    async function proveAll({ report, prove }: Pick<Filed, 'report' | 'prove'>) {
      const proofs = await Promise.all(report.lines.map(({ number }) => prove(number)));
      for (const [index, proof] of proofs.entries()) {
        expect(proof.value).toBe(report.lines[index]!.gain);
        expect(await checkDocument(JSON.parse(JSON.stringify(proof)))).toMatchObject({ holds: true });
      }
      return proofs;
    }

    it('take the whole portfolio into account in France, as it was', async () => {
      const close = (value: string) => ({ value, at: 0, source: 'coingecko' });
      app.values.set('bitcoin 2024-05-01', close('50'));
      app.values.set('ethereum 2024-05-01', close('100'));
      const filed = await fileReport(
        [
          buy('2023-01-01', '2', '120'),
          { ...buy('2023-01-01', '1', '80'), in: { coinId: 'ethereum', amount: '1' } },
          sell('2024-05-01', '1', '50'),
        ],
        { country: 'FR', year: 2024 },
      );
      const [proof] = await proveAll(filed);
      expect(proof).toMatchObject({ version: 2, method: 'portfolio_share', value: '0' });
      expect(proof?.steps.find(({ op }) => op === 'portfolio')).toMatchObject({ result: '200' });
      app.values.set('ethereum 2024-05-01', close('10'));
      await filed.user.call('DELETE', `/api/transactions/${filed.added[0]!.id}`);
      expect(await filed.prove(1)).toEqual(proof);
    });

    it('value gifts and deny losses by the rules of the country', async () => {
      app.values.set('bitcoin 2023-02-01', { value: '70', at: 0, source: 'coingecko' });
      const filed = await fileReport(
        [
          {
            ...{ type: 'gift_in', occurredAt: '2023-02-01T00:00:00Z', in: bitcoin('1') },
            value: dollars('5'),
          },
          buy('2023-03-01', '1', '130'),
          sell('2024-05-01', '1', '60'),
          buy('2024-05-20', '0.5', '30'),
        ],
        { country: 'CA', year: 2024 },
      );
      const [proof] = await proveAll(filed);
      expect(proof?.value).toBe('-20');
      expect(proof?.steps.map(({ op, rule }) => rule ?? op)).toEqual([
        ...['gift_in_market', 'value', 'value', 'value', 'value'],
        ...['match', 'denied', 'lot', 'gain', 'conclude'],
      ]);
      expect(proof?.steps.find(({ op }) => op === 'denied')).toMatchObject({
        loss: '40',
        denied: '20',
        bought: [{ transactionId: filed.added[3]!.id, amount: '0.5' }],
      });
    });

    it('cover a day with a gift in the United Kingdom, in any time zone', async () => {
      app.values.set('bitcoin 2024-05-01', { value: '90', at: 0, source: 'coingecko' });
      const filed = await fileReport(
        [
          buy('2023-01-01', '2', '100'),
          { type: 'gift_out', occurredAt: '2024-05-01T22:30:00Z', out: bitcoin('1') },
          sell('2024-05-01', '0.5', '80'),
        ],
        { country: 'GB', year: 2024, timeZone: 'Asia/Tokyo' },
      );
      const [proof] = await proveAll(filed);
      expect(proof).toMatchObject({ figure: 'realized', value: '95', to: '2024-05-01T23:00:00.000Z' });
    });

    it('cover several portfolios, wallet by wallet', async () => {
      const user = await openFilingUser(app);
      const other = JSON.parse((await user.call('POST', '/api/portfolios', { name: 'Other' })).text) as {
        id: string;
      };
      await user.add([buy('2023-01-01', '1', '100'), sell('2024-06-01', '1', '300')]);
      await user.call('POST', `/api/portfolios/${other.id}/transactions`, {
        transactions: [buy('2022-01-01', '1', '10'), sell('2024-07-01', '0.5', '200')],
      });
      const { id } = await user.file({ country: 'DE', year: 2024, with: [other.id] });
      const report = await user.read<TaxReport>(`/api/tax-reports/${id}?format=json`);
      const line = (number: number) => ({ report: id, line: number });
      const prove = async (number: number) =>
        JSON.parse(await createProver()(user.userId, user.main.id, line(number))) as Proof;
      expect(report.lines.map(({ gain }) => gain)).toEqual(['200', '195']);
      const [, second] = await proveAll({ report, prove });
      expect(second?.leaves.map(({ wallet }) => wallet)).toContain(`${other.id}:main`);

      // The form in which earlier versions stored reports.
      const row = await db
        .selectFrom('tax_reports')
        .select('ledger')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const written = (await unpackBytes(row.ledger)).toString().replaceAll(/\t.*$/gm, '');
      await db
        .updateTable('tax_reports')
        .set({ ledger: await packBytes(written) })
        .where('id', '=', id)
        .execute();
      for (const { number } of report.lines)
        await expect(prove(number)).rejects.toMatchObject({
          code: 'conflict',
          message: expect.stringContaining('filed before its portfolios were stored separately'),
        });
    });

    it('are refused rather than made up if today’s engine arrives at another figure', async () => {
      app.changeEngine((text) => text.replaceAll('"gain":"30"', '"gain":"31"'));
      const { prove } = await fileReport([buy('2023-01-01', '2', '100'), sell('2024-05-01', '1', '80')]);
      await expect(prove(1)).rejects.toMatchObject({ code: 'conflict' });
    });

    it('are available only to the owner and only for lines of the report', async () => {
      const { prove, id, user } = await fileReport([
        buy('2023-01-01', '2', '100'),
        sell('2024-05-01', '1', '80'),
      ]);
      const stranger = await openFilingUser(app);
      const proveLine = createProver();
      for (const asked of [
        () => prove(2),
        () => proveLine(stranger.userId, user.main.id, { report: id, line: 1 }),
        () => proveLine(user.userId, stranger.main.id, { report: id, line: 1 }),
      ])
        await expect(asked()).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe.skipIf(!isAvailable)(`the call for proofs of lines, on ${name}`, () => {
    let database: TestDatabase;
    let site: AccountApp;

    beforeEach(async () => {
      database = await create();
      onTestFinished(async () => {
        await site.app.close();
        await database.remove();
      });
      const market = new FakeMarket(fakeSnapshot({ coins: [fakeCoin('bitcoin')] }));
      site = await createAccountApp(database, { DEFAULT_TIER: 'pro', AUTH_RATE_LIMIT: 'off' }, market);
    });

    it('proves a line by the rules of its country, on plans with tax reports', async () => {
      const ada = await site.member('ada@example.com');
      const [main] = (await ada.call('GET', '/api/portfolios')).body as unknown as { id: string }[];
      const path = `/api/portfolios/${main!.id}`;
      await ada.call('POST', `${path}/transactions`, {
        transactions: [
          { ...buy('2023-01-01', '2', '0'), out: { currency: 'CAD', amount: '100' } },
          { ...sell('2024-05-01', '1', '0'), in: { currency: 'CAD', amount: '30' } },
          { ...buy('2024-05-02', '1', '0'), out: { currency: 'CAD', amount: '30' } },
        ],
      });
      const report = (await ada.call('GET', `${path}/tax?country=CA&year=2024`)).body as unknown as TaxReport;
      const [line] = report.lines;
      expect(line).toMatchObject({ gain: '0', adjustment: '20' });
      const { portfolioId: _own, ...query } = line!.proofs[0]!;
      const ask = (changes: object) => {
        const given = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== undefined);
        const pairs = given.map(([name, value]): [string, string] => [name, String(value)]);
        return ada.call('GET', `${path}/proof?${new URLSearchParams(pairs)}`);
      };
      const proof = await ask({});
      expect(proof).toMatchObject({ status: 200, body: { value: '0', rules: { country: 'CA' } } });
      expect(await checkDocument(proof.body)).toMatchObject({ holds: true });
      for (const [changes, status] of [
        [{ figure: 'realized' }, 400],
        [{ coin: undefined }, 400],
        [{ transaction: undefined }, 400],
        [{ country: undefined }, 400],
        [{ timeZone: 'Nowhere' }, 400],
        [{ with: '019b7d8a-0000-7000-8000-000000000000' }, 404],
      ] as const)
        expect((await ask(changes)).status, JSON.stringify(changes)).toBe(status);
    });

    it('requires both a report and a line', async () => {
      const ada = await site.member('ada@example.com');
      const [main] = (await ada.call('GET', '/api/portfolios')).body as unknown as { id: string }[];
      const path = `/api/portfolios/${main!.id}`;
      await ada.call('POST', `${path}/transactions`, {
        transactions: [buy('2023-01-01', '2', '100'), sell('2024-05-01', '1', '80')],
      });
      const { body: filed } = await ada.call('POST', `${path}/tax-reports`, generic);
      const proof = await ada.call('GET', `${path}/proof?report=${filed.id}&line=1`);
      expect([proof.status, proof.body.value, proof.body.asOf]).toEqual([200, '30', filed.filedAt]);
      for (const [query, status] of [
        [`report=${filed.id}`, 400],
        [`report=${filed.id}&line=0`, 400],
        [`report=${filed.id}&line=2`, 404],
        ['line=1', 400],
        ['', 400],
      ] as const)
        expect((await ada.call('GET', `${path}/proof?${query}`)).status, query).toBe(status);
    });
  });
}

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Proof } from '#contract/ledger/proof.ts';
import type { TaxReport } from '#contract/tax/report.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { checkProof } from '#web/portfolio/proof/check-proof.ts';
import { type AccountApp, createAccountApp } from '../../../../tests/support/accounts/account-app.ts';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import {
  createFilingApp,
  type FilingApp,
  openFilingUser,
} from '../../../../tests/support/portfolio/filing-app.ts';
import { buildProofText } from '../../ledger/proof/proof-text.ts';
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
const sell = (day: string, amount: string, brought: string) => ({
  type: 'sell',
  occurredAt: `${day}T09:00:00Z`,
  in: dollars(brought),
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

    const createProver = () =>
      createLineProver({
        filed: createFiledReportStore(db),
        build: async (...work) => buildProofText(...work),
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

    it('hold, and arrive at the gain of each line', async () => {
      const { report, prove } = await fileReport([
        buy('2023-01-01', '2', '100'),
        sell('2024-05-01', '1', '80.5'),
        sell('2024-06-01', '0.5', '20'),
      ]);
      for (const line of report.lines) {
        const proof = await prove(line.number);
        expect(proof.value).toBe(line.gain);
        expect(await checkProof(JSON.parse(JSON.stringify(proof)))).toMatchObject({ holds: true });
      }
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

    it('cover a whole day where the line does', async () => {
      const { report, prove } = await fileReport(
        [buy('2023-01-01', '2', '100'), sell('2024-05-01', '0.5', '80'), sell('2024-05-01', '0.25', '10')],
        { country: 'GB', year: 2024 },
      );
      expect(report.lines).toHaveLength(1);
      const proof = await prove(1);
      expect(proof).toMatchObject({ figure: 'realized', value: '52.5', method: 'uk' });
      expect([proof.from, proof.to]).toEqual(['2024-04-30T23:00:00.000Z', '2024-05-01T23:00:00.000Z']);
    });

    it('cover both lines where a sale is split in two', async () => {
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

    it('are refused where the line follows a country-only rule', async () => {
      const { prove } = await fileReport([buy('2023-01-01', '2', '100'), sell('2024-05-01', '1', '80')], {
        country: 'FR',
        year: 2024,
      });
      await expect(prove(1)).rejects.toMatchObject({ code: 'conflict' });
    });

    it('are refused, not invented, where the present engine arrives at another figure', async () => {
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
      const market = new FakeMarket(fakeSnapshot({ coins: [fakeCoin('bitcoin')] }));
      site = await createAccountApp(database, { DEFAULT_TIER: 'pro', AUTH_RATE_LIMIT: 'off' }, market);
    });

    it('requires both a report and a line', async () => {
      onTestFinished(async () => {
        await site.app.close();
        await database.remove();
      });
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

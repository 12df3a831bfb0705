import { expect, it, onTestFinished } from 'vitest';
import type { FiledTaxReport } from '#contract/tax/filed-report.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createSqliteDatabase } from '../../../../tests/support/databases.ts';
import { createFilingApp, openFilingUser } from '../../../../tests/support/portfolio/filing-app.ts';
import { packBytes, unpackBytes } from './packed-bytes.ts';

const removed = 3000;

it('returns thousands of changes since a report was filed, in pieces', async () => {
  const database = await createSqliteDatabase();
  onTestFinished(database.remove);
  const db = await database.open();
  await migrateDatabase(db);
  const app = createFilingApp(db);
  onTestFinished(app.stop);
  const user = await openFilingUser(app);
  const [{ id: bought } = { id: '' }] = await user.add([
    {
      type: 'buy',
      occurredAt: '2023-01-01T00:00:00Z',
      in: { coinId: 'bitcoin', amount: '1' },
      out: { currency: 'USD', amount: '100' },
    },
  ]);
  const { id } = await user.file({ country: 'generic', year: 2024 });
  const row = await db.selectFrom('tax_reports').select('ledger').executeTakeFirstOrThrow();
  const line = (await unpackBytes(row.ledger)).toString();
  const lines = Array.from({ length: removed }, (_, index) => line.replace(bought, `removed-${index}`));
  await db
    .updateTable('tax_reports')
    .set({ ledger: await packBytes([line, ...lines].join('\n')) })
    .execute();

  const response = await app.app.inject({
    url: `/api/tax-reports/${id}`,
    headers: { authorization: user.userId },
    payloadAsStream: true,
  });
  const pieces: Buffer[] = [];
  for await (const piece of response.stream()) pieces.push(piece as Buffer);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const report = JSON.parse(Buffer.concat(pieces).toString()) as FiledTaxReport;
  expect(report.changes.map(({ transactionId }) => transactionId)).toEqual(
    lines.map((_, index) => `removed-${index}`),
  );
  expect(report.changes.at(-1)).toMatchObject({ before: { out: { amount: '100' } }, after: null });
  expect(report.difference).toMatchObject({ net: '0' });
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(256 * 1024);
});

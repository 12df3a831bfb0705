import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { registerGuideRoutes } from './guide-routes.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
  writeFileSync(join(folder, 'tax-report.pdf'), '%PDF-1.7');
});
afterAll(() => rmSync(folder, { recursive: true }));

function serve() {
  const app = createBareApp();
  registerGuideRoutes(app, pathToFileURL(`${folder}/`));
  return app;
}

it('serves a guide as a download, and answers 304 to clients that have it', async () => {
  const app = serve();
  const first = await app.inject('/guides/tax-report.pdf');
  expect([first.statusCode, first.body]).toEqual([200, '%PDF-1.7']);
  expect(first.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="Ready for the Tax Report.pdf"',
    'cache-control': 'public, max-age=3600',
  });
  const again = await app.inject({
    url: '/guides/tax-report.pdf',
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

it('answers 404 to a guide that was not built, and to other names', async () => {
  const app = serve();
  expect((await app.inject('/guides/alerts-guide.pdf')).statusCode).toBe(404);
  expect((await app.inject('/guides/other.pdf')).statusCode).toBe(404);
});

import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const rules = await extractDepcruiseOptions(join(root, '.dependency-cruiser.mjs'));

/** What the import rules say of the three roots below `baseDir`. */
async function cruiseRoots(baseDir: string): Promise<ICruiseResult> {
  const { output } = await cruise(['contract', 'server', 'web'], { ...rules, baseDir });
  return output as ICruiseResult;
}

const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));

/** The places of a pattern in files, as `file:line: text`. */
function listMatches(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

describe('The import rules', () => {
  it('see the modules and find nothing wrong', async () => {
    const { summary } = await cruiseRoots(root);
    expect(summary.totalCruised).toBeGreaterThan(0);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  });
});

describe('Each import rule bites', () => {
  const cases: [rule: string, from: string, to: string][] = [
    ['contract-imports-only-zod', 'contract/market.ts', 'server/platform/clock.ts'],
    ['server-never-imports-web', 'server/pages/render.ts', 'web/lib/paths.ts'],
    ['web-never-imports-server', 'web/market/table.ts', 'server/platform/clock.ts'],
    ['web-takes-only-types-of-the-contract', 'web/market/schemas.ts', 'contract/coin.ts'],
    ['platform-knows-no-domain', 'server/platform/jobs.ts', 'server/market/service.ts'],
    ['market-imports-only-leftwards', 'server/market/neighbour.ts', 'server/news/service.ts'],
    ['market-imports-only-leftwards', 'web/market/star.ts', 'web/watchlist/queries.ts'],
    ['billing-imports-only-leftwards', 'server/billing/plans.ts', 'server/alerts/service.ts'],
    ['portfolio-imports-only-leftwards', 'web/portfolio/card.ts', 'web/pages/home-page.ts'],
    [
      'domains-are-entered-by-their-service',
      'server/portfolio/worth.ts',
      'server/market/price-check/quarantine.ts',
    ],
    ['only-stores-touch-storage', 'server/market/status-route.ts', 'node_modules/kysely/index.ts'],
    [
      'only-stores-services-and-modules-see-the-database',
      'server/market/status-route.ts',
      'server/platform/database/database.ts',
    ],
    ['routes-never-import-a-store', 'server/market/routes.ts', 'server/market/store.ts'],
    ['routes-keep-to-their-domain', 'server/alerts/routes.ts', 'server/accounts/sign-in/routes.ts'],
    ['services-know-no-http', 'server/market/service.ts', 'server/market/stream-routes.ts'],
    ['stores-know-only-the-database', 'server/alerts/store.ts', 'server/billing/store.ts'],
    ['ui-and-lib-know-no-domain', 'web/ui/badge.ts', 'web/market/badge-text.ts'],
    ['lib-draws-nothing', 'web/lib/toasts.ts', 'web/ui/overlay/toast.ts'],
    ['pages-do-not-know-each-other', 'web/pages/coin-page.ts', 'web/pages/markets-page.ts'],
  ];
  let folder = '';
  let found: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'altimeter-rules-'));
    for (const file of new Set(cases.flatMap(([, from, to]) => [from, to]))) {
      const imports = cases
        .filter(([, from]) => from === file)
        .map(([, , to]) => `import './${posix.relative(dirname(file), to)}';\n`);
      await mkdir(join(folder, dirname(file)), { recursive: true });
      await writeFile(join(folder, file), `${imports.join('')}export {};\n`);
    }
    await writeFile(join(folder, 'tsconfig.base.json'), '{}');
    const { summary } = await cruiseRoots(folder);
    found = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(cases)('%s: %s → %s', (rule, from, to) => {
    expect(found).toContain(`${rule}: ${from} → ${to}`);
  });
});

describe('The sources', () => {
  it('read the environment in one place', () => {
    const files = sourcesOf('{contract,server,web}/**/*.{ts,tsx}').filter(
      (file) => file !== 'server/config/config.ts',
    );
    expect(files.length).toBeGreaterThan(0);
    expect(
      listMatches(files, /\bprocess\s*(\.|\?\.|\[\s*['"])env\b|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/),
    ).toEqual([]);
  });

  it('name colours only by their tokens', () => {
    const files = sourcesOf('web/**/*.{css,ts,tsx}').filter((file) => file !== 'web/tokens.css');
    expect(files.length).toBeGreaterThan(0);
    const rawColour =
      /(?<!&)#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i;
    expect(listMatches(files, rawColour)).toEqual([]);
  });
});

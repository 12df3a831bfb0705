import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listImportViolations,
  listNameViolations,
  listSizeViolations,
  listWordViolations,
} from './support/house-rules.ts';

const root = join(import.meta.dirname, '..');
const rules = await extractDepcruiseOptions(join(root, '.dependency-cruiser.mjs'));

/** Checks the three roots below `baseDir` against the import rules. */
async function cruiseRoots(baseDir: string): Promise<ICruiseResult> {
  const { output } = await cruise(['contract', 'server', 'web'], { ...rules, baseDir });
  return output as ICruiseResult;
}

const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));

/** Matches of a pattern in files, as `file:line: text`. */
function listMatches(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** Creates a folder with files of the given paths and texts. */
async function makeTree(files: readonly (readonly [path: string, text: string])[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'altimeter-rules-'));
  for (const [path, text] of files) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe('The import rules', () => {
  it('cover all modules, and none violates them', async () => {
    const { summary } = await cruiseRoots(root);
    expect(summary.totalCruised).toBeGreaterThan(0);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
    // Reads every file, which can take long on a busy machine.
  }, 120_000);
});

describe('Each import rule is enforced', () => {
  const cases: [rule: string, from: string, to: string][] = [
    ['contract-imports-only-zod', 'contract/market.ts', 'server/platform/clock.ts'],
    ['server-never-imports-web', 'server/pages/render.ts', 'web/lib/paths.ts'],
    ['web-never-imports-server', 'web/market/table.ts', 'server/platform/clock.ts'],
    ['web-takes-only-types-of-the-contract', 'web/market/schemas.ts', 'contract/coin.ts'],
    ['the-checker-imports-only-itself', 'web/portfolio/proof/check/steps.ts', 'web/portfolio/proof/words.ts'],
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
    ['routes-keep-to-their-domain', 'server/alerts/routes.ts', 'server/market/service.ts'],
    ['the-process-knows-no-domain', 'server/start-server.ts', 'server/market/module.ts'],
    ['the-app-enters-domains-by-their-module', 'server/app.ts', 'server/market/service.ts'],
    ['the-app-enters-domains-by-their-module', 'server/admin/run-admin.ts', 'server/market/feed/module.ts'],
    ['only-the-app-imports-modules', 'server/market/service.ts', 'server/market/module.ts'],
    ['only-the-app-imports-modules', 'server/alerts/module.ts', 'server/market/module.ts'],
    ['the-rest-imports-no-module-shape', 'server/market/service.ts', 'server/platform/shared-parts.ts'],
    ['only-modules-and-routes-import-routes', 'server/market/feed/feed.ts', 'server/market/routes.ts'],
    ['domains-do-not-know-who-wires-them', 'server/market/service.ts', 'server/app.ts'],
    ['domains-are-entered-by-their-service', 'server/portfolio/module.ts', 'server/market/store.ts'],
    ['news-imports-only-leftwards', 'server/news/module.ts', 'server/market/service.ts'],
    ['services-know-no-http', 'server/market/service.ts', 'server/market/stream-routes.ts'],
    ['stores-know-only-the-database', 'server/alerts/store.ts', 'server/billing/store.ts'],
    ['ui-and-lib-know-no-domain', 'web/ui/badge.ts', 'web/market/badge-text.ts'],
    ['lib-draws-nothing', 'web/lib/toasts.ts', 'web/ui/overlay/toast.ts'],
    ['pages-do-not-know-each-other', 'web/pages/coin-page.ts', 'web/pages/markets-page.ts'],
  ];
  let folder = '';
  let found: string[] = [];

  beforeAll(async () => {
    const files = [...new Set(cases.flatMap(([, from, to]) => [from, to]))].map((file): [string, string] => {
      const imports = cases
        .filter(([, from]) => from === file)
        .map(([, , to]) => `import './${posix.relative(dirname(file), to)}';\n`);
      return [file, `${imports.join('')}export {};\n`];
    });
    folder = await makeTree([...files, ['tsconfig.base.json', '{}']]);
    const { summary } = await cruiseRoots(folder);
    found = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(cases)('%s: %s → %s', (rule, from, to) => {
    expect(found).toContain(`${rule}: ${from} → ${to}`);
  });
});

describe('The house rules', () => {
  const rules = { listSizeViolations, listNameViolations, listImportViolations, listWordViolations };
  it.each(Object.entries(rules))('hold: %s', (_name, list) => {
    expect(list(root)).toEqual([]);
  });
});

describe('Each house rule is enforced', () => {
  const text = 'export const tooShort = 1;\n';
  const flat = (count: number, folder: string): [string, string][] =>
    Array.from({ length: count }, (_, index) => [`${folder}/too-short-${index}.ts`, text]);
  let folder = '';

  beforeAll(async () => {
    folder = await makeTree([
      ...flat(21, 'server/platform/net'),
      ...flat(20, 'server/platform/http'),
      ['server/platform/http/too-short.test.ts', text],
      ...flat(19, 'web/ui/overlay'),
      ['web/ui/overlay/dialog.tsx', 'export const Dialog = 1;\n'],
      ['web/ui/overlay/dialog.module.css', '.box {}\n'],
      ...flat(2, 'server/market/feed'),
      ...flat(2, 'contract/accounts'),
      ['server/market/images/icons/bitcoin.svg', '<svg/>'],
      ['server/platform/http/too-short-0.ts', '\n'.repeat(400) + text],
      ['server/news/pace.ts', 'export function readDelay() {}\n'],
      ['server/news/Feed.ts', 'export class Feed {}\n'],
      ['server/news/feed-parser.ts', 'export { createFeedParser };\nconst createFeedParser = 1;\n'],
      ['server/news/article-store.ts', 'export const anything = 1;\n'],
      ['server/news/worker.ts', 'console.log(1);\n'],
      ['web/alerts/queries.ts', 'export const anything = 1;\n'],
      ['web/alerts/alert-menu.tsx', 'export function AlertMenu() {}\nexport interface Props { care: 1 }\n'],
      ['web/alerts/gap.tsx', 'export function AlertSpacer() {}\n'],
      ['server/app.ts', "import './news/pace.ts';\n"],
      [
        'server/news/importing.test.ts',
        "import './pace.ts';\nimport '../platform/http/a.ts';\nimport '../../tests/a.ts';\nimport('../../web/ui/a.ts');\n",
      ],
      ['server/news/images/importing.test.ts', "import '../pace.ts';\n"],
      ['contract/accounts/importing.test.ts', "import '../units.ts';\nimport '../../server/news/pace.ts';\n"],
      [
        'web/lib/words.ts',
        '// tell nobody of mostCoins\nconst mostCoins = { tellAll: "belief", leadOn: 1 };\n' +
          'const almost = { most: 1, misleadOne: rehearsal, carefully: mostCoins };\n',
      ],
    ]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('for sizes', () => {
    expect(listSizeViolations(folder)).toEqual([
      'contract/accounts: 2 files, at least 3',
      'server/market/feed: 2 files, at least 3',
      'server/platform/net: 21 files, at most 20',
      'server/platform/http/too-short-0.ts: 401 lines, at most 400',
    ]);
  });

  it('for names', () => {
    expect(listNameViolations(folder).filter((line) => !line.includes('too-short'))).toEqual([
      'server/news/Feed.ts: not in kebab-case',
      'server/news/pace.ts: exports readDelay',
      'web/alerts/gap.tsx: exports AlertSpacer',
    ]);
  });

  it('for imports', () => {
    expect(listImportViolations(folder)).toEqual([
      'contract/accounts/importing.test.ts: server/news/pace.ts',
      'server/news/importing.test.ts: server/platform/http/a.ts, web/ui/a.ts',
    ]);
  });

  it('for words', () => {
    expect(listWordViolations(folder)).toEqual([
      'web/alerts/alert-menu.tsx: care',
      'web/lib/words.ts: mostCoins, tellAll, leadOn, rehearsal',
    ]);
  });
});

describe('The sources', () => {
  it('read the environment in one place', () => {
    const files = sourcesOf('{contract,server,web}/**/*.{ts,tsx}').filter(
      (file) => file !== 'server/config/read-config.ts',
    );
    expect(files.length).toBeGreaterThan(0);
    expect(
      listMatches(files, /\bprocess\s*(\.|\?\.|\[\s*['"])env\b|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/),
    ).toEqual([]);
  });

  it('use colours only by their tokens', () => {
    const files = sourcesOf('web/**/*.{css,ts,tsx}').filter((file) => file !== 'web/tokens.css');
    expect(files.length).toBeGreaterThan(0);
    const rawColour =
      /(?<!&)#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i;
    expect(listMatches(files, rawColour)).toEqual([]);
  });
});

describe('The stylesheets', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const sheets = sourcesOf('web/**/*.module.css');
  /** The classes that components use, by stylesheet. */
  const used = new Map<string, Set<string>>(sheets.map((sheet) => [sheet, new Set()]));
  for (const file of sourcesOf('web/**/*.{ts,tsx}')) {
    const text = read(file);
    const body = text.replace(/ from '[^']+';/g, '');
    for (const [, name, path] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const sheet = path!.startsWith('#') ? path!.slice(1) : posix.join(posix.dirname(file), path!);
      for (const [, className] of body.matchAll(new RegExp(`(?<![\\w.-])${name}\\.(\\w+)`, 'g')))
        used.get(sheet)?.add(className!);
    }
  }
  const classesOf = (sheet: string) =>
    new Set(
      [
        ...read(sheet)
          .replace(/:global\([^)]*\)|\/\*.*?\*\/|url\([^)]*\)/gs, '')
          .matchAll(/\.([a-zA-Z]\w*)/g),
      ].map(([, name]) => name!),
    );

  it('are modules, except for the base, the reset and the tokens', () => {
    expect(sourcesOf('web/**/*.css').filter((file) => !file.endsWith('.module.css'))).toEqual(
      expect.arrayContaining(['web/tokens.css', 'web/ui/base.css', 'web/ui/reset.css']),
    );
    expect(sourcesOf('web/**/*.css')).toHaveLength(sheets.length + 3);
  });

  it('have every class that a component uses, and no others', () => {
    expect(sheets.length).toBeGreaterThan(0);
    for (const sheet of sheets) {
      const composed = new Set([...read(sheet).matchAll(/composes: (\w+)/g)].map(([, name]) => name!));
      const defined = classesOf(sheet);
      const named = used.get(sheet)!;
      expect([sheet, [...named].filter((name) => !defined.has(name))]).toEqual([sheet, []]);
      expect([sheet, [...defined].filter((name) => !named.has(name) && !composed.has(name))]).toEqual([
        sheet,
        [],
      ]);
    }
  });
});

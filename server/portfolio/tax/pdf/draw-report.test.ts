import { describe, expect, it } from 'vitest';
import type { TaxCountry } from '#contract/tax/choice.ts';
import type { TaxLine, TaxReport, TaxRule, TaxTotals } from '#contract/tax/report.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { readPdf } from '../../../../tests/support/portfolio/read-pdf.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';
import { writeMoney } from '../text/write-money.ts';
import { drawReport, writeReport } from './draw-report.ts';
import { colors } from './report-canvas.ts';

const madeAt = Date.parse('2025-05-01T10:00:00Z');
const entries = [
  entryOf('a', 'buy', '2023-01-01', { in: '2 bitcoin', out: '1000.255 GBP' }),
  entryOf('b', 'income', '2024-05-05', { in: '2 ethereum' }),
  entryOf('c', 'sell', '2024-06-01', { in: '900 GBP', out: '0.5 bitcoin' }),
  entryOf('d', 'sell', '2024-07-01', { in: '70 GBP', out: '5 solana' }),
  entryOf('e', 'buy', '2024-01-01', { in: '3 cardano' }),
  entryOf('f', 'sell', '2024-08-01', { in: '80 GBP', out: '3 cardano' }),
];
const small = reportOf(entries, { country: 'GB', year: 2024, closes: { ethereum: '1500' } });

const draw = async (report: TaxReport) => drawReport(Buffer.from(JSON.stringify(report)), { madeAt });
const read = async (report: TaxReport) => readPdf(await draw(report));

/** The longest list of rules that a line can have in each country. */
const longestRules: Readonly<Record<TaxCountry, TaxRule[]>> = {
  GB: ['same_day', 'thirty_days', 'section_104'],
  US: ['lot', 'none'],
  DE: ['lot', 'beyond_one_year'],
  FR: ['portfolio_share'],
  CA: ['adjusted_cost_base', 'superficial_loss'],
  generic: ['thirty_days', 'pool'],
};

/** The same report with `count` lines. */
function withLines(count: number, change: Partial<TaxLine> = {}): TaxReport {
  const [line] = small.lines;
  const lines = Array.from({ length: count }, (_, index) => ({
    ...line!,
    ...change,
    number: index + 1,
    gain: `${index}.25`,
  }));
  return { ...small, lines };
}

/** A purchase in 2023 and sales in 2024, three weeks apart. */
function listSales(count: number) {
  const sales = Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2024, 4, 1 + index * 21)).toISOString().slice(0, 10);
    return entryOf(`s${index}`, 'sell', day, { in: `${500 + index} GBP`, out: '0.5 bitcoin' });
  });
  const bought = entryOf('b', 'buy', '2023-02-10', { in: '100 bitcoin', out: '40000 GBP' });
  return count === 0 ? [] : [bought, ...sales];
}

describe('the PDF of a report', () => {
  it('has its totals, method, rules and problems on the first pages', async () => {
    const { pages } = await read(small);
    const cover = pages[0]!;
    expect(cover).toContain('Tax report: United Kingdom 2024/25');
    expect(cover).toContain('6 April 2024 to 5 April 2025, time zone Europe/London');
    expect(cover).toContain('Same day, 30 days, then the section 104 pool');
    expect(cover).toContain(`GBP ${writeMoney(small.totals.net, 'GBP')}`);
    expect(cover).toContain('What is missing');
    const advice = pages.join('\n').match(/not advice/g);
    expect(advice).toHaveLength(1);
    for (const { source } of small.notes) {
      const [first] = source?.split(' ') ?? [];
      if (first !== undefined) expect(pages.join('\n')).toContain(first);
    }
  });

  it('says on its first page which gains are unknown, and how large they can be in France', async () => {
    const sold = [
      entryOf('a', 'buy', '2024-01-10', { in: '1 bitcoin', out: '1000 EUR' }),
      entryOf('b', 'sell', '2024-03-10', { in: '4000 EUR', out: '2 bitcoin' }),
    ];
    const report = reportOf(sold, { country: 'FR', year: 2024, closes: { bitcoin: '2000' } });
    const cover = (await read(report)).pages[0]!.replaceAll(/\s+/g, ' ');
    expect(cover).toContain('so 1 sale of the year has no known gain. It is at most EUR 3,000.00');
    expect(cover).toContain('Together they could change the net by up to EUR 3,000.00');
    expect(cover).toContain('1 line without a known gain is not included in the gains, losses and net.');
  });

  it.each(['GB', 'US', 'DE', 'FR', 'CA', 'generic'] as const)(
    'truncates nothing in the table of %s',
    async (country) => {
      const sold = [
        entryOf('a', 'buy', '2023-01-01', { in: '2 bitcoin', out: '1000 EUR' }),
        entryOf('b', 'sell', '2024-06-01', { in: '123456.78 EUR', out: '0.5 bitcoin' }),
      ];
      const report = reportOf(sold, { country, year: 2024, closes: { bitcoin: '50000' } });
      const lines = report.lines.map((line) => ({
        ...line,
        ...{ number: 49_999, kind: 'spend' as const, rules: longestRules[country] },
      }));
      const text = (await read({ ...report, lines })).pages.join('\n');
      expect(text).toContain('49999');
      expect(text).toContain(report.lines[0]!.day);
      expect(text).not.toContain('…');
    },
  );

  it('has every line with its figures, the pools, the income, and the transactions without a cost', async () => {
    const text = (await read(small)).pages.join('\n');
    for (const { day, gain, proceeds } of small.lines) {
      expect(text).toContain(day);
      expect(text).toContain(writeMoney(gain, 'GBP'));
      expect(text).toContain(writeMoney(proceeds, 'GBP'));
    }
    for (const title of ['Pools after 5 April 2025', 'Income', 'Transactions without a cost', 'Glossary'])
      expect(text).toContain(title);
  });

  it('ends the disposals and the income with a sum, even if they fill pages', async () => {
    const text = (await read(small)).pages.join('\n');
    const written = text.split('\n');
    const sums = written.slice(written.indexOf('Total') + 1);
    const { proceeds, cost, net } = small.totals;
    expect(sums.slice(0, 3)).toEqual([proceeds, cost, net].map((sum) => writeMoney(sum, 'GBP')));
    expect(text.match(/^Total$/gm)).toHaveLength(2);
    const long = (await read({ ...withLines(500), incomeLines: [] })).pages.join('\n');
    expect(long.match(/^Total$/gm)).toHaveLength(1);
    expect(long.indexOf('\nTotal\n')).toBeGreaterThan(long.indexOf('\n499.25\n'));
  });

  it("reconciles the ledger's totals with those of the report", async () => {
    const bought = [
      entryOf('a', 'buy', '2023-01-01', { in: '1 bitcoin', out: '100 CAD' }),
      entryOf('b', 'buy', '2023-06-01', { in: '1 bitcoin', out: '300 CAD' }),
      entryOf('s', 'sell', '2024-06-01', { in: '500 CAD', out: '1 bitcoin' }),
    ];
    const report = reportOf(bought, { country: 'CA', year: 2024 });
    expect(report.differences.length).toBeGreaterThan(0);
    const { pages } = await read(report);
    const page = pages.find((text) => text.includes('Differences from the ledger'))!;
    const rows = page.slice(page.indexOf('Differences from the ledger'));
    const cellsOf = (totals: TaxTotals) =>
      [totals.proceeds, totals.cost, totals.gains, totals.losses, totals.net]
        .map((text) => writeMoney(text, 'CAD'))
        .join('\n');
    expect(rows).toContain(`The ledger, by its own settings\n${cellsOf(report.ledger.totals)}`);
    expect(rows).toContain(`This report\n${cellsOf(report.totals)}`);
    expect(rows.indexOf('The ledger, by its own settings')).toBeLessThan(
      rows.indexOf(report.differences[0]!.source),
    );
  });

  it('says nothing about the portfolio’s value for a loss in France, which takes no share of the cost', async () => {
    const report = reportOf(
      [
        entryOf('a', 'buy', '2024-01-01', { in: '2 bitcoin', out: '1000 EUR' }),
        entryOf('l', 'loss', '2024-06-01', { out: '1 bitcoin' }),
      ],
      { country: 'FR', year: 2024, closes: { bitcoin: '600' } },
    );
    const { pages } = await read(report);
    const page = pages.find((text) => text.includes('Not in the totals'))!;
    expect(page.slice(page.indexOf('Not in the totals'))).not.toContain('not known');
  });

  it('dates lots in the time zone of the report', async () => {
    // In Berlin it is 11 March.
    const bought = entryOf('a', 'buy', '2024-03-10T23:30Z', { in: '1 bitcoin', out: '100 EUR' });
    const text = (await read(reportOf([bought], { country: 'DE', year: 2024 }))).pages.join('\n');
    expect(text).toContain('Lots left after 31 December 2024');
    expect(text).toContain('\n2024-03-11\n');
  });

  it('has a bookmark for each heading, and tagged tables', async () => {
    const { outline, structure } = await read(small);
    expect(outline).toEqual(
      expect.arrayContaining([
        'Tax report: United Kingdom 2024/25',
        'What is missing',
        'Disposals',
        'Glossary',
      ]),
    );
    expect(structure.get('H1')).toBe(1);
    expect(structure.get('TR')).toBeGreaterThan(small.lines.length);
    expect(structure.get('TH')).toBeGreaterThan(0);
  });

  it('repeats the headers of a long table, numbers its pages and omits no line', async () => {
    const { pages } = await read(withLines(500));
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    const text = pages.join('\n');
    for (let index = 0; index < 500; index += 1) expect(text).toContain(`\n${index}.25\n`);
    const tablePages = pages.filter((page) => page.includes(`Proceeds GBP`));
    expect(tablePages.length).toBeGreaterThan(10);
    for (const page of tablePages) expect(page).toContain('Gain GBP');
  });

  it('passes its bytes on page by page, without keeping elements of earlier pages', async () => {
    const chunks: Buffer[] = [];
    const json = Buffer.from(JSON.stringify(withLines(500)));
    await writeReport(json, { madeAt }, (chunk) => chunks.push(chunk));
    const pdf = Buffer.concat(chunks);
    const { pages } = readPdf(pdf);
    expect(chunks.length).toBeGreaterThan(pages.length);
    // Each page’s elements are an object written with the page; only those of the last page are in the tree.
    const [, tree = ''] =
      /\/ParentTree <<[\s\S]*?\/Nums \[\n([\s\S]*?)\n\]\n>>/.exec(pdf.toString('latin1')) ?? [];
    const ofPages = tree.split('\n').map((entry) => entry.trim());
    expect(ofPages).toHaveLength(pages.length);
    for (const entry of ofPages.slice(0, -1)) expect(entry).toMatch(/^\d+ \d+ 0 R$/);
  });

  it('cuts long names but never a figure', async () => {
    const name = 'A coin with a name that does not end before the column does';
    const amount = '123456789012345678901234.123456789012345678';
    const text = (await read(withLines(1, { name, amount }))).pages.join('\n');
    expect(text).not.toContain(name);
    expect(text).toContain('…');
    expect(text).toContain('123,456,789,012,345,678,901,234\n.123456789012345678');
    const tiny = (await read(withLines(1, { amount: '0.000000000000000017' }))).pages.join('\n');
    expect(tiny).toContain('0.000000000000000017');
  });

  it('says that a box of a form is unknown without a currency', async () => {
    const unknown = [entryOf('s', 'sell', '2024-07-01', { in: '70 GBP', out: '5 solana' })];
    const text = (await read(reportOf(unknown, { country: 'GB', year: 2024 }))).pages.join('\n');
    expect(text).toContain('not known');
    expect(text).not.toContain('GBP not known');
  });

  it('dates each problem, so that its line can be found', async () => {
    const { pages } = await read(small);
    const [dated] = small.problems.filter(({ transactionId }) => transactionId === 'd');
    expect(dated?.day).toBe('2024-07-01');
    expect(pages[0]!.replaceAll('\n', ' ')).toContain(`2024-07-01: ${dated?.message}`);
    const table = pages.find((text) => text.includes('\nProblem\n'))!;
    expect(table).toContain(`2024-07-01\n${dated?.message}`);
  });

  it('has a column of wallets only if lots belong to wallets', async () => {
    const bought = [
      entryOf('a', 'buy', '2024-01-01', { in: '2 bitcoin', out: '10 EUR' }, { wallet: 'Cold storage' }),
    ];
    const textOf = async (country: TaxCountry) =>
      (await read(reportOf(bought, { country, year: 2024 }))).pages.join('\n');
    expect(await textOf('DE')).toContain('\nWallet\n');
    expect(await textOf('DE')).toContain('\nCold storage\n');
    expect(await textOf('generic')).not.toContain('\nWallet\n');
  });

  it('names superficial losses in Canada by ticker, as in the list of lines', async () => {
    const traded = [
      entryOf('a', 'buy', '2023-01-10', { in: '1 bitcoin', out: '1000 CAD' }),
      entryOf('s', 'sell', '2024-03-10', { in: '600 CAD', out: '1 bitcoin' }),
      entryOf('b', 'buy', '2024-03-20', { in: '1 bitcoin', out: '700 CAD' }),
    ];
    const report = reportOf(traded, { country: 'CA', year: 2024 });
    const coins = [{ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' }];
    const { pages } = await read({ ...report, coins });
    expect(pages[0]).toContain('\nBTC Bitcoin\n');
  });

  it('names the table at the top of each page on which it continues', async () => {
    const { pages } = await read(withLines(500));
    const continued = pages.filter((page) => page.includes('Disposals, continued'));
    const withTable = pages.filter((page) => page.includes('Its cost'));
    expect(continued).toHaveLength(withTable.length - 1);
    expect(continued[0]).toBe(pages[pages.indexOf(withTable[0]!) + 1]);
  });

  it('names the coins of every table', async () => {
    const coins = small.coins.map((coin) => ({ ...coin, name: `The ${coin.coinId}` }));
    const text = (await read({ ...small, coins })).pages.join('\n').replaceAll(/\s+/g, ' ');
    const tableOf = (title: string) => text.slice(text.lastIndexOf(title)).slice(0, 400);
    expect(tableOf('Pools after')).toContain('BITCOIN The bitcoin');
    expect(tableOf('Income Day')).toContain('ETHEREUM The ethereum');
    expect(tableOf('Transactions without a cost')).toContain('CARDANO The cardano');
  });

  it('prints names in any script as text', async () => {
    const names = ['币安人生', 'Żółć', 'Жук', '🐸', 'ไทย'];
    for (const symbol of names) {
      const text = (await read(withLines(1, { symbol, name: '' }))).pages.join('\n');
      expect(text).toContain(symbol.toUpperCase());
    }
  });

  it('is the same byte for byte for the same report and instant', async () => {
    expect((await draw(small)).equals(await draw(small))).toBe(true);
    const later = await drawReport(Buffer.from(JSON.stringify(small)), { madeAt: madeAt + 60_000 });
    expect(later.equals(await draw(small))).toBe(false);
  });

  it.each(['US', 'DE', 'FR', 'CA', 'generic'] as const)(
    'of %s names its year and has a list of rules',
    async (country) => {
      const report = reportOf(entries, {
        country,
        year: 2024,
        closes: { ethereum: '1500', bitcoin: '900', solana: '9' },
      });
      const { pages, outline } = await read(report);
      expect(pages[0]).toContain(report.yearName);
      expect(outline).toContain('Rules used');
    },
  );

  it.each(['GB', 'US', 'DE', 'FR', 'CA', 'generic'] as const)(
    'of %s has no nearly empty page if the year has few sales or none',
    async (country) => {
      for (const sales of [0, 5]) {
        const { pages } = await read(reportOf(listSales(sales), { country, year: 2024 }));
        expect(pages.length).toBeLessThanOrEqual(sales === 0 ? 2 : 3);
        for (const page of pages) expect(page.split('\n').length).toBeGreaterThan(20);
      }
    },
  );

  it('explains its terms below the limits in Germany, where these begin the second page', async () => {
    const { pages } = await read(reportOf(listSales(5), { country: 'DE', year: 2024 }));
    expect(pages[1]).toMatch(/^Allowances, limits and rates of 2024\n[\s\S]*\nGlossary\n/);
  });

  it('explains only terms of its country', async () => {
    const textOf = async (country: TaxCountry) =>
      (await read(reportOf(listSales(1), { country, year: 2024 }))).pages.join('\n');
    expect(await textOf('GB')).toContain('\nSection 104\n');
    expect(await textOf('DE')).not.toContain('\nSection 104\n');
    expect(await textOf('CA')).toContain('\nSuperficial loss\n');
    expect(await textOf('GB')).not.toContain('\nSuperficial loss\n');
  });

  it('has no text of insufficient contrast', () => {
    for (const name of ['ink', 'muted'] as const)
      for (const ground of ['#ffffff', colors.sunken])
        expect(contrastOf(colors[name], ground)).toBeGreaterThanOrEqual(4.5);
  });
});

function contrastOf(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

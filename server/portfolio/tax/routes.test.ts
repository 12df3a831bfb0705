import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { DisposalPage } from '#contract/ledger/figures.ts';
import { type TaxReport, taxReportSchema } from '#contract/tax/report.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createUserGate } from '#server/platform/http/user-gate.ts';
import { trustHeader } from '../../../tests/support/accounts/users.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { fakeNow } from '../../../tests/support/market/fake-market.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { createPortfolioApp, type PortfolioApp } from '../../../tests/support/portfolio/portfolio-app.ts';
import { createInlineCalculator } from '../ledger/calculator/inline-calculator.ts';
import type { PastValues } from '../ledger/calculator/past-values.ts';
import { registerFigureRoutes } from '../ledger/figures/routes.ts';
import { createFigureService } from '../ledger/figures/service.ts';
import { createTransactionStore } from '../ledger/transactions/store.ts';
import { createWalletStore } from '../ledger/wallets/store.ts';
import { createPortfolioStore } from '../store.ts';
import { createReportThread } from './calculator/report-thread.ts';
import type { RenderTaxPdf } from './render-tax-pdf.ts';
import { registerTaxRoutes } from './routes.ts';
import { createTaxParts } from './tax-parts.ts';

const coin = (coinId: string, amount: string) => ({ coinId, symbol: coinId, name: coinId, amount });
const money = (currency: string, amount: string) => ({ currency, amount });

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`tax reports, on ${name}`, () => {
    let db: Database;
    let server: PortfolioApp;
    let renderPdf: RenderTaxPdf | undefined;

    useMigratedDatabase(create, (opened) => {
      db = opened;
    });
    beforeEach(() => {
      server = createPortfolioApp(db);
      renderPdf = undefined;
      const past: PastValues = {
        readSpan: () => Promise.reject(new Error('no values by day are asked for')),
        readCloses: async (wanted) => wanted.map(() => ({ value: '2000', at: 0, source: 'simulated' })),
        readRates: async (wanted) => wanted.map(() => ({ value: '0.5', at: 0, source: 'ecb' })),
      };
      const transactions = createTransactionStore(db);
      const clock = { now: () => fakeNow };
      const gate = createUserGate(trustHeader(db));
      const readNames = async (portfolioId: string, coinIds: readonly string[]) => {
        const found = await transactions.listCoinNames(portfolioId, coinIds);
        return new Map(found.map((label) => [label.coinId, label]));
      };
      const thread = createReportThread();
      const parts = createTaxParts({
        ...{ thread, source: server.source, past, readNames, clock },
        portfolios: createPortfolioStore(db),
        listWallets: (portfolioId) => createWalletStore(db).list(db, portfolioId),
        renderPdf: (json, madeAt, userId) => renderPdf!(json, madeAt, userId),
      });
      onTestFinished(thread.stop);
      registerTaxRoutes(server.app, { reports: parts.reports, gate });
      const figures = createFigureService({
        ...{ source: server.source, readNames, clock, checkCurrency: async () => undefined },
        calculator: createInlineCalculator({ source: server.source, past, now: clock.now }),
        readPrices: async () => new Map(),
        readEntry: () => Promise.reject(new Error('nothing is previewed')),
      });
      registerFigureRoutes(server.app, { figures, gate });
    });

    async function open(tier: 'free' | 'pro' = 'pro') {
      const { userId, main } = await server.addUser(tier);
      const get = (path: string) => server.call(userId, 'GET', `/api/portfolios/${main.id}/${path}`);
      const add = async (transactions: readonly object[], portfolioId = main.id) => {
        const url = `/api/portfolios/${portfolioId}/transactions`;
        const answer = await server.call(userId, 'POST', url, { transactions });
        expect(answer.statusCode).toBe(201);
      };
      return { userId, main, get, add };
    }

    const trades = [
      {
        type: 'buy',
        occurredAt: '2023-05-01T12:00:00Z',
        in: coin('bitcoin', '2'),
        out: money('GBP', '20000'),
      },
      {
        type: 'sell',
        occurredAt: '2024-06-01T12:00:00Z',
        in: money('GBP', '15000'),
        out: coin('bitcoin', '1'),
        fee: money('GBP', '100'),
      },
    ];

    it('are JSON as described by the contract', async () => {
      const { get, add } = await open();
      await add(trades);
      const answer = await get('tax?country=GB&year=2024');
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      const report = taxReportSchema.parse(answer.json());
      expect(report).toEqual(answer.json());
      expect(report).toMatchObject({
        country: 'GB',
        year: 2024,
        currency: 'GBP',
        method: 'uk',
        lines: [{ day: '2024-06-01', symbol: 'bit', proceeds: '14900', cost: '10000', gain: '4900' }],
        totals: { proceeds: '14900', cost: '10000', gains: '4900', losses: '0', net: '4900' },
        problems: [],
        differences: [],
      });
    });

    it('name the wallets of remaining lots, including those of another portfolio', async () => {
      const { userId, main, get, add } = await open();
      const second = await server.call(userId, 'POST', '/api/portfolios', { name: 'Second' });
      const { id: other } = second.json<{ id: string }>();
      const held: Record<string, string> = {};
      for (const [portfolioId, name] of [
        [main.id, 'Ledger Nano'],
        [other, 'Kraken'],
      ] as const) {
        const url = `/api/portfolios/${portfolioId}/wallets`;
        const made = await server.call(userId, 'POST', url, { name, kind: 'exchange' });
        held[name] = made.json<{ id: string }>().id;
      }
      const buyInto = (wallet: string) => ({
        type: 'buy',
        occurredAt: '2023-05-01T00:00:00Z',
        in: coin('bitcoin', '1'),
        out: money('EUR', '100'),
        wallet,
      });
      await add([buyInto('main'), buyInto(held['Ledger Nano']!)]);
      await add([buyInto('main'), buyInto(held.Kraken!)], other);
      const { lots } = (await get(`tax?country=DE&year=2024&with=${other}`)).json<TaxReport>();
      expect(lots.map(({ walletName }) => walletName).sort()).toEqual([
        'Ledger Nano',
        'Main',
        'Second: Kraken',
        'Second: Main',
      ]);
    });

    it("have the ledger's totals over the same span", async () => {
      const { get, add } = await open();
      await add(trades);
      const report = (await get('tax?country=generic&year=2024')).json<TaxReport>();
      const { from, to, currency, totals } = report;
      const page = (await get(`disposals?from=${from}&to=${to}&currency=${currency}`)).json<DisposalPage>();
      expect(totals).toMatchObject({
        proceeds: page.totals.proceeds,
        cost: page.totals.cost,
        net: page.totals.gain,
      });
      expect(totals.net).toBe('9800');
    });

    it('are CSV: boxes and the working sheet, the columns of Form 8949, a plain table', async () => {
      const { get, add } = await open();
      await add(trades);
      const answer = await get('tax?country=GB&year=2024&format=csv');
      expect(answer.headers['content-type']).toContain('text/csv');
      expect(answer.headers['content-disposition']).toBe('attachment; filename="altimeter-tax-GB-2024.csv"');
      expect(answer.body.split('\r\n')).toEqual([
        'SA108 box,Name,Value',
        '13.1,Number of disposals,1',
        '13.2,Disposal proceeds,15000',
        '13.3,Allowable costs (including purchase price),10100',
        '13.4,"Gains in the year, before losses",4900',
        '13.5,Losses in the year,0',
        '',
        'Date of disposal,Asset,Quantity,Disposal proceeds,Allowable costs,Gain or loss,Matched with,Section 104 quantity after,Section 104 cost after,Problem',
        '2024-06-01,BIT,1,15000,10100,4900,section 104: 1 for 10000,1,10000,',
        '',
      ]);
      const form = await get('tax?country=US&year=2024&format=csv');
      expect(form.body.split('\r\n').slice(0, 2)).toEqual([
        'Box,(a) Description of property,(b) Date acquired,(c) Date sold or disposed of,(d) Proceeds,(e) Cost or other basis,(f) Code,(g) Amount of adjustment,(h) Gain or loss,Term,Problem',
        'F,1 BIT,05/01/2023,06/01/2024,29800,20000,,,9800,long,',
      ]);
      const table = await get('tax?country=DE&year=2024&format=csv');
      expect(table.body.split('\r\n')[1]).toContain('1,2024-06-01,sell,bitcoin,BIT,1,');
    });

    it('are drawn as PDF from the same JSON', async () => {
      const { get, add } = await open();
      await add(trades);
      const json = (await get('tax?country=GB&year=2024')).body;
      let drawn = '';
      renderPdf = async (bytes) => {
        drawn = Buffer.from(bytes).toString();
        return Buffer.from('%PDF-1.7');
      };
      const answer = await get('tax?country=GB&year=2024&format=pdf');
      expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
        200,
        'application/pdf',
        '%PDF-1.7',
      ]);
      expect(drawn).toBe(json);
    });

    it('include other portfolios of the account, and count those left out', async () => {
      const { userId, get, add } = await open();
      await add(trades);
      const second = await server.call(userId, 'POST', '/api/portfolios', { name: 'Second' });
      const { id } = second.json<{ id: string }>();
      await add([{ ...trades[0], occurredAt: '2023-04-01T12:00:00Z', out: money('GBP', '2000') }], id);
      const alone = (await get('tax?country=GB&year=2024')).json<TaxReport>();
      const both = (await get(`tax?country=GB&year=2024&with=${id}`)).json<TaxReport>();
      expect([alone.otherPortfolios, both.otherPortfolios]).toEqual([1, 0]);
      expect(both.portfolios.map((one) => one.name)).toEqual(['Main', 'Second']);
      expect([alone.totals.net, both.totals.net]).toEqual(['4900', '9400']);
      expect(both.differences.map(({ rule, net }) => [rule, net])).toEqual([
        ['portfolios', '9000'],
        ['uk', '-4500'],
      ]);
    });

    it.each([
      ['country=XX&year=2024', 'country'],
      ['year=2024', 'country'],
      ['country=GB', 'year'],
      ['country=GB&year=soon', 'year'],
      ['country=GB&year=1999', 'year'],
      ['country=GB&year=2024&format=doc', 'format'],
      ['country=GB&year=2024&timeZone=Mars/Olympus', 'timeZone'],
      ['country=US&year=2024&basis=none', 'basis'],
      ['country=US&year=2024&with=a%20b', 'with'],
    ])('reject %s and name %s', async (query, field) => {
      const { get } = await open();
      const answer = await get(`tax?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json<{ issues: { path: string }[] }>().issues[0]?.path).toMatch(
        new RegExp(`^${field}\\b`),
      );
    });

    it('require a higher plan', async () => {
      const { get } = await open('free');
      const answer = await get('tax?country=GB&year=2024');
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { code: 'plan_required', message: 'Tax reporting is part of the Pro plan.', requiredTier: 'pro' },
      ]);
    });

    it("are not found for another user's portfolios, nor when including them", async () => {
      const [one, other] = [await open(), await open()];
      const readReport = (id: string, query = '') =>
        server.call(one.userId, 'GET', `/api/portfolios/${id}/tax?country=GB&year=2024${query}`);
      expect((await readReport(other.main.id)).statusCode).toBe(404);
      expect((await readReport(one.main.id, `&with=${other.main.id}`)).statusCode).toBe(404);
    });

    it('of a large ledger are made in a thread, with the same result', async () => {
      const { get, add } = await open();
      await add(trades);
      const gift = { type: 'gift_in', in: coin('bitcoin', '0.001') };
      const many = Array.from({ length: 998 }, (_, index) => ({
        ...gift,
        occurredAt: new Date(Date.UTC(2022, 0, 1) + index * 3_600_000).toISOString(),
      }));
      await add(many.slice(0, -1));
      const before = (await get('tax?country=GB&year=2024')).json<TaxReport>();
      await add([{ ...gift, occurredAt: '2026-01-01T00:00:00Z' }]);
      const after = (await get('tax?country=GB&year=2024')).json<TaxReport>();
      expect(after).toEqual(before);
      expect(after.lines[0]?.cost).not.toBe('10000');
    });
  });
}

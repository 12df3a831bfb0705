import type { FiledTaxReport } from '#contract/tax/filed-report.ts';
import type { TaxReport } from '#contract/tax/report.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createUserGate } from '../../../server/platform/http/user-gate.ts';
import { createUuidV7 } from '../../../server/platform/uuid-v7.ts';
import type { PastValue } from '../../../server/portfolio/ledger/calculator/past-values.ts';
import { listAll } from '../../../server/portfolio/ledger/transactions/service.ts';
import { createTransactionStore } from '../../../server/portfolio/ledger/transactions/store.ts';
import { createWalletStore } from '../../../server/portfolio/ledger/wallets/store.ts';
import { createPortfolioStore } from '../../../server/portfolio/store.ts';
import { createReportThread } from '../../../server/portfolio/tax/calculator/report-thread.ts';
import { registerFilingRoutes } from '../../../server/portfolio/tax/filing/routes.ts';
import { createFiledReportService } from '../../../server/portfolio/tax/filing/service.ts';
import { createFiledReportStore } from '../../../server/portfolio/tax/filing/store.ts';
import type { ReportMaker } from '../../../server/portfolio/tax/report-maker.ts';
import { registerTaxRoutes } from '../../../server/portfolio/tax/routes.ts';
import { createTaxParts } from '../../../server/portfolio/tax/tax-parts.ts';
import { trustHeader } from '../accounts/users.ts';
import { fakeNow } from '../market/fake-market.ts';
import { createPortfolioApp, type PortfolioApp } from './portfolio-app.ts';

export interface FilingApp extends PortfolioApp {
  /**
   * Past prices and rates, by `bitcoin 2024-05-01` and `EUR 2024-05-01`. A currency without a rate is worth a dollar.
   */
  readonly values: Map<string, PastValue>;
  /** Changes the text of reports, as another version of the engine would. */
  changeEngine(change: (text: string) => string): void;
  /** The reports as an account export contains them. */
  listReports(userId: string): Promise<AsyncIterable<readonly unknown[]>>;
  stop(): Promise<void>;
}

/** Portfolios with tax reports and filed reports. A fake PDF consists of the report's JSON and the instant. */
export function createFilingApp(db: Database, options: { maxBytes?: number } = {}): FilingApp {
  const server = createPortfolioApp(db);
  const values = new Map<string, PastValue>();
  let changeText = (text: string) => text;
  const past = {
    readCloses: async (wanted: readonly { coinId: string; day: string }[]) =>
      wanted.map(({ coinId, day }) => values.get(`${coinId} ${day}`) ?? null),
    readRates: async (wanted: readonly { currency: string; day: string }[]) =>
      wanted.map(
        ({ currency, day }) => values.get(`${currency} ${day}`) ?? { value: '1', at: 0, source: 'ecb' },
      ),
  };
  const clock = { now: () => fakeNow };
  const portfolios = createPortfolioStore(db);
  const transactions = createTransactionStore(db);
  const gate = createUserGate(trustHeader(db));
  const renderPdf = async (json: Uint8Array, madeAt: number) =>
    Buffer.from(`%PDF ${madeAt} ${Buffer.from(json)}`);
  const readNames = async (portfolioId: string, coinIds: readonly string[]) => {
    const found = await transactions.listCoinNames(portfolioId, coinIds);
    return new Map(found.map((label) => [label.coinId, label]));
  };
  const thread = createReportThread();
  const tax = createTaxParts({
    ...{ thread, source: server.source, past, portfolios, readNames, renderPdf, clock },
    listWallets: (portfolioId) => createWalletStore(db).list(db, portfolioId),
  });
  const maker: Pick<ReportMaker, 'makeBytes'> = {
    makeBytes: async (request, format) =>
      Buffer.from(changeText((await tax.maker.makeBytes(request, format)).toString())),
  };
  const filing = createFiledReportService({
    ...{ db, portfolios, past, maker, renderPdf, clock, ...options },
    filed: createFiledReportStore(db),
    source: server.source,
    listTransactions: (portfolioId) => listAll(transactions, portfolioId),
    createId: createUuidV7(clock),
  });
  registerTaxRoutes(server.app, { reports: tax.reports, gate });
  registerFilingRoutes(server.app, { filing, gate });
  return {
    ...server,
    values,
    changeEngine(change) {
      changeText = change;
    },
    listReports: filing.listEverything,
    stop: thread.stop,
  };
}

/** Adds a user with a portfolio, and returns the calls for that portfolio's reports. */
export async function openFilingUser(app: FilingApp, tier: 'free' | 'pro' = 'pro') {
  const { userId, main } = await app.addUser(tier);
  const own = `/api/portfolios/${main.id}`;
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await app.call(userId, method, path, body);
    return {
      status: answer.statusCode,
      text: answer.body,
      bytes: answer.rawPayload,
      headers: answer.headers,
    };
  };
  const read = async <T>(path: string) => JSON.parse((await call('GET', path)).text) as T;
  return {
    userId,
    main,
    own,
    call,
    read,
    add: async (transactions: readonly object[]) => {
      const { status, text } = await call('POST', `${own}/transactions`, { transactions });
      if (status !== 201) throw new Error(text);
      return (JSON.parse(text) as { transactions: { id: string; updatedAt: string }[] }).transactions;
    },
    file: async (body: object): Promise<FiledTaxReport> => {
      const { status, text } = await call('POST', `${own}/tax-reports`, body);
      if (status !== 201) throw new Error(text);
      return JSON.parse(text) as FiledTaxReport;
    },
    report: (query = 'country=generic&year=2024') => read<TaxReport>(`${own}/tax?${query}`),
    compare: (id: string) => read<FiledTaxReport>(`/api/tax-reports/${id}`),
  };
}

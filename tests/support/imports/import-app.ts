import type { AppliedImport, Import, ImportPage } from '#contract/ledger/imports.ts';
import type { Transaction, TransactionPage } from '#contract/ledger/transaction.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import { type Database, findWriteLock } from '#server/platform/database/database.ts';
import type { DatabaseLocation } from '#server/platform/database/row-reader.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { createFindCoin } from '../../../server/market/coins/find-coin.ts';
import { indexCoins } from '../../../server/market/directory/service.ts';
import type { CoinName } from '../../../server/market/service.ts';
import { simulatedCoins } from '../../../server/market/simulator/coins/simulated-coins.ts';
import { createUserGate } from '../../../server/platform/http/user-gate.ts';
import { createUuidV7 } from '../../../server/platform/uuid-v7.ts';
import { createImports } from '../../../server/portfolio/imports/create-imports.ts';
import { registerImportRoutes } from '../../../server/portfolio/imports/routes.ts';
import type { ImportService, ImportServiceDeps } from '../../../server/portfolio/imports/service.ts';
import { createTransactionStore } from '../../../server/portfolio/ledger/transactions/store.ts';
import { createWalletStore } from '../../../server/portfolio/ledger/wallets/store.ts';
import { createPortfolioStore } from '../../../server/portfolio/store.ts';
import { trustHeader } from '../accounts/users.ts';
import { fakeNow } from '../market/fake-market.ts';
import { fakeRateService } from '../market/fake-rates.ts';
import { createPortfolioApp, type PortfolioApp } from '../portfolio/portfolio-app.ts';
import { createTestParts } from '../test-parts.ts';

export interface ImportUser {
  readonly userId: string;
  readonly main: Portfolio;
  upload(
    content: string | Uint8Array,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<{
    status: number;
    body: Import & { code?: string; message?: string; issues?: { path: string; message: string }[] };
  }>;
  /** Imports a file, answers its questions (coins and transfers with `skip`), and applies it. */
  importFile(content: string | Uint8Array, fields?: Record<string, string>): Promise<Import & AppliedImport>;
  page(id: string): Promise<ImportPage>;
  undo(id: string): Promise<void>;
  ledger(): Promise<Transaction[]>;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<{ status: number; body: never }>;
}

export interface ImportApp {
  readonly server: PortfolioApp;
  readonly service: ImportService;
  /** Daily closes in dollars by coin and day. */
  readonly closes: Map<string, string>;
  /** Coins in addition to those of the market. */
  readonly coins: CoinName[];
  open(): Promise<ImportUser>;
  /** Compares the files of a user's small portfolios within the transaction that merges accounts. */
  settleSoon(tx: Tx, fromUserId: string, userId: string): Promise<void>;
  /** Compares the files of merged portfolios that are due, as the job does. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const realCoins: readonly CoinName[] = simulatedCoins.map(({ id, symbol, name }) => ({
  coinId: id,
  symbol,
  name,
}));

/** The imports of a portfolio over a real database, with a market that the test controls. */
export function createImportApp(
  db: Database,
  config: DatabaseLocation,
  replaced: Partial<Pick<ImportServiceDeps, 'readFile' | 'readingMs' | 'maxBytes'>> = {},
): ImportApp {
  const server = createPortfolioApp(db);
  const closes = new Map<string, string>();
  const coins: CoinName[] = [...realCoins];
  const clock = { now: () => fakeNow };
  const findCoin = createFindCoin(server.market);
  const readCloses: ReadCloses = async (wanted) =>
    wanted.map(({ coinId, day }) => {
      const value = closes.get(`${coinId} ${day}`) ?? closes.get(coinId);
      return value === undefined ? null : { value, at: 0, source: 'coingecko' };
    });
  const imports = createImports({
    ...createTestParts({ db, clock }),
    // Long enough for any machine: no answer says that its file is still being read.
    readingMs: 10 * 60_000,
    ...replaced,
    config,
    writeLock: findWriteLock(db),
    closes: {
      readCloses,
      readSpan: noCloses,
      readSpanForThread: noCloses,
      requestMissing: async () => false,
    },
    rates: {
      ...fakeRateService(),
      readRates: async (wanted) =>
        wanted.map(({ currency }) =>
          currency.toLowerCase() === 'usd' ? { value: '1', at: 0, source: 'test' } : null,
        ),
    },
    market: server.market,
    findCoin,
    getDirectory: () => indexCoins(coins, server.market.snapshot()),
    portfolios: createPortfolioStore(db),
    transactions: createTransactionStore(db),
    wallets: createWalletStore(db),
    createId: createUuidV7(clock),
  });
  const gate = createUserGate(trustHeader(db));
  registerImportRoutes(server.app, { imports: imports.service, gate });
  return {
    server,
    service: imports.service,
    closes,
    coins,
    settle: imports.settler.runDue,
    settleSoon: imports.settler.settleSoon,
    open: async () => createUser(server, await server.addUser('premium')),
    stop: async () => {
      for (const job of imports.jobs) await job.stop();
    },
  };
}

type ReadCloses = Parameters<typeof createImports>[0]['closes']['readCloses'];

const noCloses = () => Promise.reject(new Error('no closes by day in these tests'));
const boundary = 'the-boundary-of-a-test';

function formOf(content: string | Uint8Array, fields: Record<string, string>, fileName = 'file.csv'): Buffer {
  const parts: (string | Uint8Array)[] = [];
  for (const [name, value] of Object.entries(fields))
    parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  parts.push(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/csv\r\n\r\n`,
    content,
    `\r\n--${boundary}--\r\n`,
  );
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}
const formType = `multipart/form-data; boundary=${boundary}`;

function createUser(server: PortfolioApp, { userId, main }: { userId: string; main: Portfolio }): ImportUser {
  const call: ImportUser['call'] = async (method, url, payload) => {
    const { statusCode, body } = await server.call(userId, method, url, payload);
    return { status: statusCode, body: (body === '' ? null : JSON.parse(body)) as never };
  };
  const upload: ImportUser['upload'] = async (content, fields = {}, headers = {}) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/portfolios/${main.id}/imports`,
      headers: { authorization: userId, 'content-type': formType, ...headers },
      payload: formOf(content, fields),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const must = async <T>(answer: Promise<{ status: number; body: T }>, status: number): Promise<T> => {
    const found = await answer;
    if (found.status !== status)
      throw new Error(`answered ${found.status} instead of ${status}: ${JSON.stringify(found.body)}`);
    return found.body;
  };
  return {
    userId,
    main,
    upload,
    call,
    async importFile(content, fields) {
      const read = await must(upload(content, fields), 201);
      const open = read.questions.filter(({ answer }) => answer === null);
      const answers = Object.fromEntries(
        open.map(({ key, kind, candidates }) => [
          key,
          kind === 'coin' || kind === 'transfer' ? 'skip' : candidates[0]!.answer,
        ]),
      );
      if (open.length > 0) await must(call('POST', `/api/imports/${read.id}/answers`, { answers }), 200);
      const applied: AppliedImport = await must(call('POST', `/api/imports/${read.id}/apply`), 200);
      return { ...read, ...applied };
    },
    page: (id) => must(call('GET', `/api/imports/${id}?limit=500`), 200),
    async undo(id) {
      await must(call('DELETE', `/api/imports/${id}`), 204);
    },
    async ledger() {
      const all: Transaction[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page: TransactionPage = await must(
          call('GET', `/api/portfolios/${main.id}/transactions?limit=500${more}`),
          200,
        );
        all.push(...page.transactions);
        cursor = page.nextCursor;
      }
      return all;
    },
  };
}

import type { CloseService } from '#server/market/closes/service.ts';
import type { CoinDirectory } from '#server/market/directory/coin-directory.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { FindCoin, MarketService } from '#server/market/service.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import type { Job, Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import type { TransactionStore } from '../ledger/transactions/store.ts';
import type { WalletStore } from '../ledger/wallets/store.ts';
import type { PortfolioStore } from '../store.ts';
import { createImportedRowsStore } from './change/imported-rows-store.ts';
import { createCoinAnswerStore } from './coins/coin-answer-store.ts';
import { createIdentifyCoins } from './coins/identify-coins.ts';
import { formatReaders } from './readers/format-readers.ts';
import { createReaderThread, defaultReaderBounds } from './readers/thread/reader-thread.ts';
import { registerImportRoutes } from './routes.ts';
import { createImportService, type ImportService, type ImportServiceDeps } from './service.ts';
import { createImportStore } from './store.ts';

export interface ImportModuleDeps
  extends Pick<SharedParts, 'database' | 'clock' | 'lease' | 'holder' | 'logger'>,
    Partial<Pick<ImportServiceDeps, 'readFile'>> {
  readonly closes: CloseService;
  readonly rates: RateService;
  readonly market: MarketService;
  readonly findCoin: FindCoin;
  readonly getDirectory: () => CoinDirectory;
  readonly portfolios: PortfolioStore;
  readonly transactions: TransactionStore;
  readonly wallets: WalletStore;
  readonly createId: () => string;
}

const sweepEveryMs = 60 * 60_000;

/** Files that become transactions. */
export function createImports(deps: ImportModuleDeps): {
  readonly service: ImportService;
  readonly jobs: readonly Job[];
  readonly registerRoutes: Module['registerRoutes'];
} {
  const thread = createReaderThread({ ...defaultReaderBounds, now: deps.clock.now });
  const service = createImportService({
    readFile: thread.read,
    ...deps,
    formats: formatReaders.map(({ format: id, name, hint }) => ({ id, name, hint })),
    db: deps.database,
    store: createImportStore(),
    rows: createImportedRowsStore(),
    coinAnswers: createCoinAnswerStore(),
    identifyCoins: createIdentifyCoins(deps),
  });
  const sweep = createPeriodicJob({
    ...deps,
    name: 'import-sweep',
    everyMs: sweepEveryMs,
    run: service.sweep,
  });
  return {
    service,
    jobs: [sweep, { start() {}, stop: thread.stop }],
    registerRoutes: (app, { gate }) => registerImportRoutes(app, { imports: service, gate }),
  };
}

import type { Logger } from 'pino';
import type { CloseService } from '#server/market/closes/service.ts';
import type { CoinDirectory } from '#server/market/directory/service.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { FindCoin, MarketService } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { DatabaseLocation } from '#server/platform/database/row-reader.ts';
import type { WriteLock } from '#server/platform/database/sqlite/write-lock.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import type { TransactionStore } from '../ledger/transactions/store.ts';
import type { WalletStore } from '../ledger/wallets/store.ts';
import type { PortfolioStore } from '../store.ts';
import { settleWithin as settlePortfolio } from './applying-service.ts';
import { createImportedRowsStore } from './change/imported-rows-store.ts';
import { createCoinAnswerStore } from './coins/coin-answer-store.ts';
import { createIdentifyCoins } from './coins/identify-coins.ts';
import { createMergedPortfolioStore, type MergedPortfolioStore } from './merged-portfolio-store.ts';
import type { ImportKey } from './planner/import-planner.ts';
import { createInlinePlanner } from './planner/inline-planner.ts';
import { createSizedPlanner } from './planner/sized-planner.ts';
import { createThreadPlanner } from './planner/thread-planner.ts';
import { formatReaders } from './readers/format-readers.ts';
import { createReaderProcess, defaultReaderBounds } from './readers/process/reader-process.ts';
import { createImportService, type ImportServiceDeps } from './service.ts';
import { createSettler, type SettlerDeps } from './settle-service.ts';
import { createImportStore, type ImportStore } from './store.ts';

export interface ImportsDeps
  extends Pick<Parameters<typeof createPeriodicJob>[0], 'lease' | 'holder'>,
    Partial<Pick<ImportServiceDeps, 'readFile' | 'readingMs' | 'maxBytes'>> {
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly database: ImportServiceDeps['db'];
  readonly clock: Clock;
  readonly closes: CloseService;
  readonly rates: RateService;
  readonly market: MarketService;
  readonly findCoin: FindCoin;
  readonly getDirectory: () => CoinDirectory;
  readonly portfolios: PortfolioStore;
  readonly transactions: TransactionStore;
  readonly wallets: WalletStore;
  readonly createId: () => string;
  /** For the planner thread's own connection. */
  readonly config: DatabaseLocation;
  /** The lock of the embedded database, shared with that thread, which writes too. */
  readonly writeLock: WriteLock | undefined;
}

const sweepEveryMs = 60 * 60_000;

/** Wires up the import of files. */
export function createImports(deps: ImportsDeps) {
  const reader = createReaderProcess({ ...defaultReaderBounds, now: deps.clock.now });
  const store = createImportStore();
  const merged = createMergedPortfolioStore();
  const planning = createPlanner(deps, { store, merged });
  const service = createImportService({
    readFile: reader.read,
    ...deps,
    planner: planning.planner,
    formats: formatReaders.map(({ format: id, name, hint }) => ({ id, name, hint })),
    db: deps.database,
    store,
    coinAnswers: createCoinAnswerStore(),
    identifyCoins: createIdentifyCoins(deps),
  });
  const sweep = createPeriodicJob({
    ...deps,
    name: 'import-sweep',
    everyMs: sweepEveryMs,
    run: service.sweep,
  });
  const helpers = [reader, planning].map(({ stop }) => ({ start() {}, stop }));
  const settler = createSettler({ ...deps, ...planning, db: deps.database, merged });
  return { service, settler, jobs: [sweep, settler, ...helpers] };
}

/** Large files are planned in a thread with its own connection. */
function createPlanner(
  deps: ImportsDeps,
  { store, merged }: { store: ImportStore; merged: MergedPortfolioStore },
) {
  const { database: db, config, writeLock } = deps;
  const large = createThreadPlanner({ ...config, writeLock, now: deps.clock.now });
  const applying = { ...deps, db, store, merged, rows: createImportedRowsStore() };
  const small = createInlinePlanner(applying);
  const countRows = ({ userId, id }: ImportKey) => store.countPlannedRows(db, userId, id);
  const countBytes = ({ userId, id }: ImportKey) => store.countPlannedBytes(db, userId, id);
  const measurePortfolio = (id: string, reader = db) => store.measurePortfolio(reader, id);
  const planner = createSizedPlanner({ small, large, countRows, countBytes, measurePortfolio });
  const settleWithin: SettlerDeps['settleWithin'] = (...args) => settlePortfolio(applying, ...args);
  return { planner, measurePortfolio, settleWithin, stop: large.stop };
}

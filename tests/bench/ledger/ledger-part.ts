import { collectGarbage } from '../../../server/platform/thread-heap.ts';
import { summarizeLedger } from '../../../server/portfolio/ledger/calculator/summarize-ledger.ts';
import type { LedgerEntry } from '../../../server/portfolio/ledger/engine/entry.ts';
import { Ledger } from '../../../server/portfolio/ledger/engine/ledger.ts';
import type { Method } from '../../../server/portfolio/ledger/engine/lot.ts';
import { PriceBook } from '../../../server/portfolio/ledger/figures/price-book.ts';
import { createEmptyPostgres, testDatabaseUrl } from '../../support/postgres.ts';
import { type Finding, limited, milliseconds, printFindings } from '../report.ts';
import { median } from '../statistics.ts';
import { makeTransactions, toEntry } from './made-ledger.ts';
import { measureWholePath } from './whole-path.ts';

const largest = { count: 100_000, coins: 200 };
const usual = { count: 1_900, coins: 20 };
const portfolios = 10_000;
const holdingsEach = 20;
const rounds = 40;

const valuer = { convert: (money: { amount: bigint }) => money.amount, closeOf: () => null };
const build = (entries: readonly LedgerEntry[], method: Method) =>
  new Ledger(entries, { method, scope: 'portfolio', valuer });

function timeOf<T>(work: () => T): { readonly took: number; readonly result: T } {
  const begun = performance.now();
  const result = work();
  return { took: performance.now() - begun, result };
}

/** Milliseconds to compute figures after adding a transaction at an instant chosen by `at`. */
function timeToAddOne(ledger: Ledger, last: LedgerEntry, at: (round: number) => number): number {
  const took = Array.from({ length: rounds }, (_, round) => {
    const entry = { ...last, id: `more-${round}`, occurredAt: at(round) };
    const { took } = timeOf(() => {
      ledger.update({ added: [entry], removed: [] });
      return summarizeLedger(ledger);
    });
    ledger.update({ added: [], removed: [entry] });
    summarizeLedger(ledger);
    return took;
  });
  return median(took);
}

function measureMethod(entries: readonly LedgerEntry[], method: Method): Finding[] {
  const { took, result: ledger } = timeOf(() => {
    const built = build(entries, method);
    summarizeLedger(built);
    return built;
  });
  const last = entries.at(-1)!;
  const atEnd = timeToAddOne(ledger, last, (round) => last.occurredAt + round + 1);
  const inPast = timeToAddOne(ledger, last, (round) => entries[(round * 2_503) % entries.length]!.occurredAt);
  return [
    limited(`First figures of 100,000 transactions by ${method}`, took, { atMost: 1_000 }, milliseconds),
    limited(`Figures after adding at the end, ${method}`, atEnd, { atMost: 10 }, milliseconds),
    limited(`Figures after adding in the past, ${method}`, inPast, { atMost: 100 }, milliseconds),
  ];
}

function measureValuing(): number {
  const summaries = Array.from({ length: portfolios }, (_, index) =>
    summarizeLedger(
      build(
        Array.from({ length: holdingsEach }, (_, coin) => {
          const [made] = makeTransactions(1, 1);
          return toEntry({ ...made!, type: 'buy', id: `t-${index}-${coin}`, coinId: `coin-${coin}` }, coin);
        }),
        'fifo',
      ),
    ),
  );
  const prices = new Map(
    Array.from({ length: holdingsEach }, (_, coin) => [
      `coin-${coin}`,
      {
        price: `${coin + 1}.12345678`,
        state: 'live' as const,
        asOf: 0,
        dollars: null,
        rate: null,
        source: null,
        problem: null,
      },
    ]),
  );
  // So that the garbage of the ledgers isn't collected while their coins are valued.
  collectGarbage();
  return timeOf(() => {
    const book = new PriceBook(prices);
    for (const { coins } of summaries) book.valueCoins(coins);
  }).took;
}

/** Measures the arithmetic of ledgers, and the whole path of one through a server on both databases. */
export async function benchLedgers(common: Readonly<Record<string, string>>): Promise<void> {
  // A refused call would count as a quick one.
  const env = { ...common, LOAD_SHEDDING: 'off' };
  printFindings('The ledger, arithmetic', measureEngine());
  printFindings('The ledger, SQLite', await measureWholePath(env));
  if (testDatabaseUrl) {
    const { url, drop } = await createEmptyPostgres();
    try {
      printFindings('The ledger, PostgreSQL', await measureWholePath({ ...env, DATABASE_URL: url }));
    } finally {
      await drop();
    }
  } else {
    console.log('\nThe ledger, PostgreSQL: not measured, TEST_DATABASE_URL is not set');
  }
}

/** Measures the ledger's arithmetic in this process, without a database. */
function measureEngine(): Finding[] {
  const entries = makeTransactions(largest.count, largest.coins).map(toEntry);
  const few = makeTransactions(usual.count, usual.coins).map(toEntry);
  const methods: readonly Method[] = ['fifo', 'hifo', 'average', 'uk'];
  return [
    ...methods.flatMap((method) => measureMethod(entries, method)),
    limited(
      'Figures of 1,900 transactions',
      median(Array.from({ length: rounds }, () => timeOf(() => summarizeLedger(build(few, 'fifo'))).took)),
      { atMost: 30 },
      milliseconds,
    ),
    limited('Valuing 10,000 portfolios of 20', measureValuing(), { atMost: 100 }, milliseconds),
  ];
}

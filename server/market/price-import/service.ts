import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import { StartError } from '#server/platform/start-error.ts';
import { type DayNumber, dayNumberOf, startOfDay } from '#server/platform/utc-day.ts';
import { isImported } from '../closes/close-source.ts';
import { type CloseStore, createCloseStore } from '../closes/store.ts';
import { createRateService } from '../rates/service.ts';
import { createRateStore, type RateStore } from '../rates/store.ts';
import type { MarketStore } from '../store.ts';
import { checkPrices } from './check-prices.ts';
import { isKnownCoin, isKnownCurrency } from './is-known-coin.ts';
import { type ImportTarget, type PriceSource, withPriceSources } from './price-sources.ts';
import { type DailyPrices, readDailyPrices } from './read-daily-prices.ts';
import { RefusedLines } from './refused-lines.ts';
import { type DollarParts, toDollars } from './to-dollars.ts';

/** The result of an import. Each price is that of one coin on one day. */
export interface PriceImport {
  readonly added: number;
  readonly known: number;
  readonly refused: RefusedLines;
}

export interface PriceImportParts {
  readonly db: Database;
  readonly market: Pick<MarketStore, 'loadSnapshot'>;
  readonly now: Instant;
}

/**
 * Adds a file's daily closes to the archive. Throws a `StartError`, and stores nothing, if the coin or currency is
 * unknown or nothing can be read.
 */
export async function importPrices(
  path: string,
  target: ImportTarget,
  { db, market, now }: PriceImportParts,
): Promise<PriceImport> {
  const closes = createCloseStore(db, () => dayNumberOf(now));
  const rates = createRateStore(db);
  if (target.coinId !== undefined && !(await isKnownCoin(target.coinId, { closes, market })))
    throw new StartError(
      `There is no coin ${target.coinId}: --coin takes the id that is in its page's address.`,
    );
  if (target.currency !== undefined && target.coinId === undefined)
    throw new StartError('--currency goes with --coin ID.');
  if (target.currency !== undefined && !(await isKnownCurrency(target.currency, rates)))
    throw new StartError(`There is no currency ${target.currency}.`);
  const parts = createDollarParts(rates, closes, now);
  return withPriceSources(path, target, async ({ sources, refused }) => {
    let [added, known, isAnyRead] = [0, 0, false];
    for (const source of sources) {
      const done = await importSource(source, { closes, parts, today: dayNumberOf(now) }, refused);
      added += done?.added ?? 0;
      known += done?.known ?? 0;
      isAnyRead ||= done !== null;
    }
    if (!isAnyRead) throw new StartError(`${path} has no prices that can be read${describeFirst(refused)}.`);
    return { added, known, refused };
  });
}

function createDollarParts(store: RateStore, closes: CloseStore, now: Instant): DollarParts {
  const { readRates } = createRateService({
    store,
    // Reads the real market's daily rates; no current ones are held here.
    held: () => ({ source: 'coingecko', rates: new Map(), asOf: null, isFailing: false }),
    marketStatus: () => ({ source: 'coingecko', state: 'starting', asOf: null }),
    refreshMs: 0,
    clock: { now: () => now },
  });
  const readCloses = async (coinId: CoinId): Promise<ReadonlyMap<DayNumber, DecimalText>> =>
    new Map((await closes.listAll(coinId)).map(({ day, price }) => [day, price]));
  return { readRates, readCloses };
}

interface SourceParts {
  readonly closes: CloseStore;
  readonly parts: DollarParts;
  readonly today: DayNumber;
}

/** Null if nothing can be read. */
async function importSource(
  { file, coinId, currency, open }: PriceSource,
  { closes, parts, today }: SourceParts,
  refused: RefusedLines,
): Promise<{ added: number; known: number } | null> {
  const read = await readEntireFile(open, today);
  if (typeof read === 'string') {
    refused.add(file === undefined ? { reason: read } : { file, reason: read });
    return null;
  }
  const { source, days } = read;
  if (source === null) {
    refused.addFile([read.refused], file);
    return null;
  }
  const checked = new RefusedLines();
  const dollars = await toDollars(days, currency, parts, checked);
  const quoted = (await closes.listAll(coinId)).filter((close) => !isImported(close.source));
  const taken = checkPrices(dollars, new Map(quoted.map(({ day, price }) => [day, price])), checked);
  const added = await closes.addCloses(
    taken.map(({ day, price }) => ({ coinId, day, source, price, at: startOfDay(day + 1) })),
  );
  refused.addFile([read.refused, checked], file);
  return { added, known: taken.length - added };
}

/** Returns the reason if the file can't be read to its end; then nothing is stored. */
async function readEntireFile(open: PriceSource['open'], today: DayNumber): Promise<DailyPrices | string> {
  try {
    return await readDailyPrices(open(), today);
  } catch (error) {
    return `it cannot be read: ${reasonOf(error)}`;
  }
}

function describeFirst({ shown: [first] }: RefusedLines): string {
  if (!first) return '';
  const place = [first.file, first.line === undefined ? '' : `line ${first.line}`].filter(Boolean).join(' ');
  return `: ${place && `${place}: `}${first.reason}`;
}

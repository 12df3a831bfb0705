import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Config } from '#server/config/config.ts';
import {
  createMarketStore,
  importEcbRates,
  importPrices,
  maxShownLines,
  type PriceImport,
  type RefusedLine,
} from '#server/market/module.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { StartError } from '#server/platform/start-error.ts';
import { usageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';

/** `rates import FILE` (from the ECB) or `prices import FILE`. Reports how much is new, known and refused. */
export function runImportCommand(
  kind: 'rates' | 'prices',
  args: readonly string[],
  config: Config,
): Promise<string> {
  return kind === 'rates' ? importRates(args, config) : importDailyPrices(args, config);
}

async function importRates([action, file, ...more]: readonly string[], config: Config): Promise<string> {
  if (action !== 'import' || file === undefined || more.length > 0) throw usageError();
  const text = readText(file);
  const { added, known, refused } = await withDatabase(config, async (db) => {
    const done = await importEcbRates(db, text, Date.now());
    if (done) return done;
    throw new StartError(`${file} has no rates that can be read: it must be the ECB's eurofxref-hist.csv.`);
  });
  return describeImport({ added, known, refused: { count: refused.length, shown: refused } });
}

/** `prices import FILE [--coin ID] [--currency CODE]`, with the options in any position. */
async function importDailyPrices([action, ...args]: readonly string[], config: Config): Promise<string> {
  const { file, coin, currency } = readPriceArgs(args);
  if (action !== 'import' || file === undefined) throw usageError();
  const target = { coinId: coin, currency: currency?.toLowerCase() };
  const logger = createLogger('warn');
  const done = await withDatabase(config, (db) =>
    importPrices(file, target, { db, market: createMarketStore(db, logger), now: Date.now() }),
  );
  return describeImport(done);
}

function readPriceArgs(args: readonly string[]) {
  try {
    const options = { coin: { type: 'string' }, currency: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length !== 1) throw usageError();
    return { file: positionals[0], ...values };
  } catch (error) {
    throw usageError(error);
  }
}

function describeImport({ added, known, refused }: Pick<PriceImport, 'added' | 'known'> & Refused): string {
  const lines = refused.shown.slice(0, maxShownLines).map(({ file, line, reason }) => {
    const place = [file, line === undefined ? undefined : `line ${line}`].filter(
      (part) => part !== undefined,
    );
    return place.length === 0 ? reason : `${place.join(' ')}: ${reason}`;
  });
  return [`${added} new, ${known} known, ${refused.count} refused`, ...lines].join('\n');
}

interface Refused {
  readonly refused: { readonly count: number; readonly shown: readonly RefusedLine[] };
}

/** The ECB's file has a few hundred bytes per day. */
const maxTextBytes = 64 * 1024 * 1024;

function readText(file: string): string {
  try {
    if (statSync(file).size <= maxTextBytes) return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? error}.`);
  }
  throw new StartError(
    `${file} is larger than ${maxTextBytes / 1024 / 1024} MB: it cannot be the ECB's file.`,
  );
}

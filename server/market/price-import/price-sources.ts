import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CoinId } from '#contract/units.ts';
import { StartError } from '#server/platform/start-error.ts';
import { findQuoteCoin, type KrakenFile, rankOfQuote, readKrakenName } from './read-kraken-name.ts';
import { RefusedLines } from './refused-lines.ts';
import type { PriceCurrency } from './to-dollars.ts';
import { withZip, type ZippedFile } from './zip-file.ts';

/** A file of prices, with its coin and currency. */
export interface PriceSource {
  /** Its name within a zip archive. */
  readonly file: string | undefined;
  readonly coinId: CoinId;
  readonly currency: PriceCurrency;
  open(): AsyncIterable<Uint8Array>;
}

export interface PriceSources {
  readonly sources: readonly PriceSource[];
  /** Unreadable files within a zip archive. */
  readonly refused: RefusedLines;
}

/** The operator's description of a file. */
export interface ImportTarget {
  readonly coinId: CoinId | undefined;
  /** Lower case. */
  readonly currency: string | undefined;
}

const minutesADay = 1440;
/** Kraken's daily candles of a pair are below 1 MB; its minute candles are below this. */
const maxUnpackedBytes = 512 * 1024 * 1024;
const zipSignature = 'PK\u0003\u0004';

/** Opens a file of prices, zipped or not. Throws a `StartError` if its coin or currency can't be determined. */
export async function withPriceSources<T>(
  path: string,
  target: ImportTarget,
  work: (sources: PriceSources) => Promise<T>,
): Promise<T> {
  if (await isZip(path)) return withZip(path, (files) => work(listZipped(path, files, target)));
  const named = nameSource(basename(path), target);
  if (typeof named === 'string') throw new StartError(named);
  const source = { ...named, file: undefined, open: () => createReadStream(path) };
  return work({ sources: [source], refused: new RefusedLines() });
}

async function isZip(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(zipSignature.length),
      0,
      zipSignature.length,
      0,
    );
    return buffer.toString('latin1', 0, bytesRead) === zipSignature;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StartError(`${path} cannot be read: ${reason}.`, { cause: error });
  }
}

const howToName = 'name them with --coin ID --currency CODE';

/** A file's coin and currency, from the operator or else from its name. Returns the reason if they are unknown. */
function nameSource(
  name: string,
  { coinId, currency }: ImportTarget,
): { coinId: CoinId; currency: PriceCurrency } | string {
  const kraken = readKrakenName(name);
  if (kraken && kraken.interval > minutesADay)
    return `${name} has candles longer than a day, which contain no daily closes.`;
  if (coinId !== undefined) {
    const code = currency ?? kraken?.currency?.code ?? 'usd';
    return { coinId, currency: { code, coinId: findQuoteCoin(code) } };
  }
  if (kraken?.coinId && kraken.currency) return { coinId: kraken.coinId, currency: kraken.currency };
  if (kraken) return `The coin or currency of Kraken's pair ${kraken.pair} is not known: ${howToName}.`;
  return `${name} does not say which coin's prices it has: ${howToName}.`;
}

function listZipped(path: string, files: readonly ZippedFile[], target: ImportTarget): PriceSources {
  const refused = new RefusedLines();
  const tables = files.filter(({ name }) => /\.(?:csv|txt)$/i.test(name));
  if (target.coinId !== undefined && tables.length > 1)
    throw new StartError(
      `${path} contains ${tables.length} files, but --coin names only one coin: unpack it.`,
    );
  const chosen = target.coinId === undefined ? chooseIntervals(tables) : tables;
  const sources = chosen.flatMap((file) => {
    const named = nameSource(file.name, target);
    const reason = typeof named === 'string' ? named : refuseSize(file);
    if (reason !== null || typeof named === 'string') {
      refused.add({ file: file.name, reason: reason ?? '' });
      return [];
    }
    return [{ ...named, file: file.name, open: file.open }];
  });
  sources.sort((a, b) => rankOfQuote(a.currency) - rankOfQuote(b.currency) || (a.file < b.file ? -1 : 1));
  return { sources, refused };
}

function refuseSize({ size }: ZippedFile): string | null {
  return size > maxUnpackedBytes ? `it has ${size} bytes unpacked, more than ${maxUnpackedBytes}` : null;
}

/** The longest candles of each pair, up to a day: shorter ones only repeat the same data in more lines. */
function chooseIntervals(files: readonly ZippedFile[]): ZippedFile[] {
  const best = new Map<string, { file: ZippedFile; kraken: KrakenFile }>();
  const others: ZippedFile[] = [];
  for (const file of files) {
    const kraken = readKrakenName(file.name);
    if (!kraken) others.push(file);
    else if (kraken.interval <= minutesADay) {
      const known = best.get(kraken.pair);
      if (!known || kraken.interval > known.kraken.interval) best.set(kraken.pair, { file, kraken });
    }
  }
  return [...[...best.values()].map(({ file }) => file), ...others];
}

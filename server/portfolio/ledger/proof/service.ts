import { setImmediate as giveWay } from 'node:timers/promises';
import type { ProofQuery, ProvenFigure } from '#contract/ledger/proof.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { LedgerHead, LedgerSource } from '../calculator/ledger-source.ts';
import type { PastPrices } from '../calculator/past-values.ts';
import { coinsOf, type LedgerEntry } from '../engine/entry.ts';
import { expandEntry } from '../engine/expand-entry.ts';
import type { CoinPrice, ReadCoinPrices } from '../figures/coin-prices.ts';
import type { ProofRequest } from './build-proof.ts';
import { maxEntries, tooLarge } from './check-size.ts';
import type { BuildProof } from './proof-thread.ts';
import type { ShownPrices } from './shown-prices.ts';
import { ValueBook } from './value-book.ts';

/** Why figures are what they are. */
export interface ProofService {
  /**
   * The proof as JSON. Throws `not_found` (no such portfolio), `invalid_request` (a figure without its coin or transaction), `conflict` (the
   * figure was shown too long ago, the ledger has changed since, or a report's line is no figure of the ledger),
   * `unavailable` (a price is still being asked for), `too_large`.
   */
  prove(userId: string, portfolioId: string, query: ProofQuery): Promise<string>;
}

export interface ProofDeps {
  readonly build: BuildProof;
  readonly source: LedgerSource;
  /** The transactions with a leg of a coin. */
  readonly readOfCoin: (portfolioId: string, coinId: CoinId) => Promise<LedgerEntry[]>;
  readonly past: PastPrices;
  readonly readPrices: ReadCoinPrices;
  readonly shown: ShownPrices;
  readonly proveLine: ProveLine;
  /** Who gives the current prices. */
  readonly priceSource: () => string;
  readonly clock: Clock;
}

const ofCoin: ReadonlySet<ProvenFigure> = new Set(['amount', 'averageCost', 'gain']);

/** The proof of a line of a filed report, from what was stored with the report. */
export type ProveLine = (
  userId: string,
  portfolioId: string,
  line: { readonly report: string; readonly line: number },
) => Promise<string>;

export function createProofService(deps: ProofDeps): ProofService {
  return {
    async prove(userId, portfolioId, query) {
      const { report, line } = query;
      if (report !== undefined) {
        if (line === undefined) throw missing('line', 'A proof of a report is of one of its lines');
        return deps.proveLine(userId, portfolioId, { report, line });
      }
      const head = await deps.source.findHead(userId, portfolioId);
      if (!head) throw new AppError('not_found', 'There is no such portfolio.');
      const request = toRequest(query, head, deps.clock.now());
      const shown = query.asOf === undefined ? null : findShown(deps, portfolioId, request, head);
      const entries = await readEntries(deps, portfolioId, request, head);
      const coinIds = [...new Set(entries.flatMap(coinsOf))];
      const prices = shown ?? (await deps.readPrices(coinIds, request.currency, request.at));
      const values = fillPrices(deps, request, prices);
      await readValues(deps, entries, values);
      return (await deps.build(request, entries, values.copy())).text;
    },
  };
}

function toRequest(query: ProofQuery, { settings }: LedgerHead, now: Instant): ProofRequest {
  const { figure, coin, transaction, isFee } = query;
  if (figure === undefined) throw missing('figure', 'Name a figure, or a `report` and its `line`');
  if (ofCoin.has(figure) && coin === undefined) throw missing('coin', `\`${figure}\` is of one coin`);
  if (figure === 'gain' && transaction === undefined)
    throw missing('transaction', '`gain` is of one disposal: name its transaction');
  const readInstant = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
  return {
    figure,
    coinId: coin ?? null,
    disposal: figure === 'gain' ? { transactionId: transaction!, isFee: isFee === 'true' } : null,
    span: { from: readInstant(query.from), to: readInstant(query.to) },
    at: readInstant(query.at),
    asOf: readInstant(query.asOf) ?? now,
    currency: query.currency ?? settings.currency,
    method: query.method ?? settings.method,
    scope: query.scope ?? settings.scope,
  };
}

function missing(path: string, message: string): AppError {
  return new AppError('invalid_request', message, { issues: [{ path, message }] });
}

function findShown({ shown }: ProofDeps, portfolioId: string, { asOf }: ProofRequest, head: LedgerHead) {
  const found = shown.find(portfolioId, asOf);
  if (!found)
    throw new AppError('conflict', 'That figure was shown more than ten minutes ago. Load it again.');
  if (found.revision !== head.revision)
    throw new AppError('conflict', 'The ledger has changed since that figure was shown. Load it again.');
  return found.prices;
}

/** Those that the figure stands on. */
async function readEntries(
  { source, readOfCoin }: ProofDeps,
  portfolioId: string,
  { coinId, at }: ProofRequest,
  { size }: LedgerHead,
): Promise<LedgerEntry[]> {
  if (coinId === null && at === null && size > maxEntries) throw tooLarge();
  const entries =
    coinId === null
      ? (await source.readChanges(portfolioId, 0)).entries
      : await readOfCoin(portfolioId, coinId);
  const counted = entries.filter((entry) => at === null || entry.occurredAt <= at);
  if (counted.length > maxEntries) throw tooLarge();
  return counted;
}

function fillPrices(
  { priceSource }: ProofDeps,
  { currency }: ProofRequest,
  prices: ReadonlyMap<CoinId, CoinPrice>,
): ValueBook {
  const values = new ValueBook(currency);
  for (const [coinId, { dollars, rate, asOf, problem }] of prices) {
    const isPending = problem === 'price_pending';
    const quote =
      dollars === null || asOf === null ? null : { value: dollars, at: asOf, source: priceSource() };
    values.setPrice(coinId, 'now', isPending ? 'pending' : quote);
    if (rate) values.setRate(currency, 'now', rate);
  }
  return values;
}

/** Until nothing that the transactions need is missing. */
async function readValues(
  { past }: ProofDeps,
  entries: readonly LedgerEntry[],
  values: ValueBook,
): Promise<void> {
  for (;;) {
    await inSteps(entries, (entry) => expandEntry(entry, values.toValuer()));
    const { closes, rates } = values.takeMissing();
    if (closes.length + rates.length === 0) break;
    const [foundCloses, foundRates] = [await past.readCloses(closes), await past.readRates(rates)];
    for (const [index, { coinId, day }] of closes.entries())
      values.setPrice(coinId, day, foundCloses[index] ?? null);
    for (const [index, { currency: code, day }] of rates.entries())
      values.setRate(code, day, foundRates[index] ?? null);
  }
  let isPending = false;
  await inSteps(entries, (entry) => {
    isPending ||= values.needsPending(() => expandEntry(entry, values.toValuer()));
  });
  if (isPending)
    throw new AppError('unavailable', 'A price of the past is still being asked for. Try again in a minute.');
}

const stepSize = 500;

/** Other calls have their turn in between. */
async function inSteps<Item>(items: readonly Item[], visit: (item: Item) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % stepSize === stepSize - 1) await giveWay();
    visit(item);
  }
}

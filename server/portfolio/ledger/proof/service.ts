import type { ProofQuery, ProvenFigure } from '#contract/ledger/proof.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { LedgerCalculator, LedgerName } from '../calculator/ledger-query.ts';
import type { LedgerHead, LedgerSource } from '../calculator/ledger-source.ts';
import type { CoinPrice, ReadCoinPrices } from '../figures/coin-prices.ts';
import type { ProofRequest } from './proof-request.ts';
import type { ShownPrices } from './shown-prices.ts';
import { maxEntries, tooLarge } from './write-proof.ts';

/** Proves figures. */
export interface ProofService {
  /**
   * Returns the proof as JSON. Throws `not_found` (no such portfolio), `invalid_request` (a figure without its coin or
   * transaction), `conflict` (the figure was shown too long ago, the ledger has changed since, or a report line is no
   * figure of the ledger), `unavailable` (a price is still being requested) or `too_large`.
   */
  prove(userId: string, portfolioId: string, query: ProofQuery): Promise<string>;
}

export interface ProofDeps {
  readonly source: Pick<LedgerSource, 'findHead'>;
  readonly calculator: Pick<LedgerCalculator, 'prove' | 'summarize'>;
  readonly readPrices: ReadCoinPrices;
  readonly shown: ShownPrices;
  readonly proveLine: ProveLine;
  /** The source of the current prices. */
  readonly priceSource: () => string;
  readonly clock: Clock;
}

const ofCoin: ReadonlySet<ProvenFigure> = new Set(['amount', 'averageCost', 'gain']);

/** Proves a line of a filed report from the data stored with it. Returns JSON. */
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
      const { revision, size } = head;
      const request = toRequest(query, head, deps.clock.now());
      const shown = query.asOf === undefined ? null : findShown(deps, portfolioId, request, head);
      if (request.coinId === null && request.at === null && size > maxEntries) throw tooLarge();
      const name = { portfolioId, revision, size };
      const prices = shown ?? (await readPrices(deps, name, request));
      const priceSource = deps.priceSource();
      const answer = await deps.calculator.prove({ ...name, request, prices, priceSource });
      if (answer.outcome === 'tooLarge') throw tooLarge();
      if (answer.outcome === 'pending') throw stillPending();
      return answer.json;
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

/** Prices of the coins that may affect the figure. */
async function readPrices(
  { calculator, readPrices: read }: ProofDeps,
  name: LedgerName,
  { coinId, at, method, scope, currency }: ProofRequest,
): Promise<ReadonlyMap<CoinId, CoinPrice>> {
  if (coinId !== null) return read([coinId], currency, at);
  const { coins } = await calculator.summarize({ ...name, method, scope, currency, at });
  return read(
    coins.filter(({ amount }) => amount !== 0n).map((coin) => coin.coinId),
    currency,
    at,
  );
}

const stillPending = () =>
  new AppError('unavailable', 'A price of the past is still being asked for. Try again in a minute.');

import type { ProofQuery, ProvenFigure } from '#contract/ledger/proof.ts';
import type { Tier } from '#contract/plans.ts';
import type { TaxCountry } from '#contract/tax/choice.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { noPortfolio } from '../../no-portfolio.ts';
import type { CheckCurrency } from '../calculator/check-currency.ts';
import type { LedgerCalculator, LedgerVersion } from '../calculator/ledger-query.ts';
import type { LedgerHead, LedgerSource } from '../calculator/ledger-source.ts';
import type { Method } from '../engine/lot.ts';
import type { CoinPrice, ReadCoinPrices } from '../figures/coin-prices.ts';
import { readPastInstant } from '../figures/past-instant.ts';
import { isValued } from '../figures/price-book.ts';
import type { DisposalId, FigureSpan, ProofRequest } from './proof-request.ts';
import type { FindShown } from './shared-shown-prices.ts';
import { maxEntries, stillPending, tooLarge } from './write-proof.ts';

/** Proves figures. */
export interface ProofService {
  /**
   * Returns the proof as JSON. Throws `not_found` (no such portfolio), `invalid_request` (a figure without its coin or
   * transaction, a currency without rates), `plan_required` (a country's rules), `conflict` (the figure was shown too long
   * ago, before all prices were known, or with those of another source; the ledger has changed since; or the report's line
   * was calculated by an earlier engine), `unavailable` (a price is still being requested) or `too_large`.
   */
  prove(user: ProofUser, portfolioId: string, query: ProofQuery): Promise<string>;
}

export interface ProofUser {
  readonly id: string;
  readonly tier: Tier;
}

export interface ProofDeps {
  readonly source: Pick<LedgerSource, 'findHead'>;
  readonly calculator: Pick<LedgerCalculator, 'prove' | 'summarize'>;
  readonly checkCurrency: CheckCurrency;
  readonly readPrices: ReadCoinPrices;
  readonly findShown: FindShown;
  readonly proveLine: ProveLine;
  readonly proveByRules: ProveByRules;
  /** The source of the current prices. */
  readonly priceSource: () => string;
  readonly clock: Clock;
}

/** Figures that only exist for one coin. */
const coinFigures: ReadonlySet<ProvenFigure> = new Set(['amount', 'averageCost', 'gain']);

/** Proves a line of a filed report from the data stored with it. Returns JSON. */
export type ProveLine = (
  userId: string,
  portfolioId: string,
  line: { readonly report: string; readonly line: number },
) => Promise<string>;

/** A line of a tax report that is not filed: a coin's disposal, and the calculation it is part of. */
export type RulesQuery = Pick<ProofQuery, 'timeZone' | 'with' | 'currency' | 'scope'> & {
  readonly country: TaxCountry;
  readonly coin: string;
  /** Null: all of the coin's disposals within the span. */
  readonly disposal: DisposalId | null;
  readonly span: FigureSpan;
  /** Countries with their own method ignore it. */
  readonly method: Method | undefined;
};

/** Proves a line by the rules of its country, from the ledger as it is now. Returns JSON. */
export type ProveByRules = (user: ProofUser, portfolioId: string, query: RulesQuery) => Promise<string>;

export function createProofService(deps: ProofDeps): ProofService {
  return {
    async prove(user, portfolioId, query) {
      const { report, line } = query;
      if (report !== undefined) {
        if (line === undefined) throw missing('line', 'A proof from a report needs the number of a line');
        return deps.proveLine(user.id, portfolioId, { report, line });
      }
      const { country } = query;
      if (country !== undefined) return deps.proveByRules(user, portfolioId, toRulesQuery(query, country));
      const head = await deps.source.findHead(user.id, portfolioId);
      if (!head) throw noPortfolio();
      await deps.checkCurrency(query.currency, head.settings.currency);
      const { revision, size } = head;
      const request = toRequest(query, head, deps.clock.now());
      const shown = query.asOf === undefined ? null : await findShown(deps, portfolioId, request, head);
      if (request.coinId === null && request.at === null && size > maxEntries) throw tooLarge();
      const ledger = { portfolioId, accountId: user.id, revision, size };
      const prices = shown?.prices ?? (await readPrices(deps, ledger, request));
      const dayValues = shown?.dayValues ?? [];
      const answer = await deps.calculator.prove({ ...ledger, request, prices, dayValues });
      if (answer.outcome === 'tooLarge') throw tooLarge();
      if (answer.outcome === 'pending') throw shown ? wasPending() : stillPending();
      return answer.json;
    },
  };
}

function toRequest(query: ProofQuery, { settings }: LedgerHead, now: Instant): ProofRequest {
  const { figure, coin, transaction, isFee } = query;
  if (figure === undefined) throw missing('figure', 'Give a figure, or a `report` and its `line`');
  if (coinFigures.has(figure) && coin === undefined) throw missing('coin', `\`${figure}\` needs a coin`);
  if (figure === 'gain' && transaction === undefined)
    throw missing('transaction', '`gain` needs the transaction of a disposal');
  return {
    figure,
    coinId: coin ?? null,
    disposal: figure === 'gain' ? { transactionId: transaction!, isFee: isFee === 'true' } : null,
    span: toSpan(query),
    at: readPastInstant(query.at, now),
    asOf: readInstant(query.asOf) ?? now,
    currency: query.currency ?? settings.currency,
    method: toMethod(query) ?? settings.method,
    scope: query.scope ?? settings.scope,
  };
}

const readInstant = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
const toSpan = ({ from, to }: ProofQuery): FigureSpan => ({ from: readInstant(from), to: readInstant(to) });

/** A country's own methods are only available with its rules. */
function toMethod({ method, country }: ProofQuery): Method | undefined {
  if (method !== 'portfolio_share' && method !== 'adjusted_cost_base') return method;
  if (country === undefined) throw missing('method', `\`${method}\` needs a \`country\``);
  return undefined;
}

function toRulesQuery(query: ProofQuery, country: TaxCountry): RulesQuery {
  const { figure, coin, transaction, isFee } = query;
  const isOfDay = figure === 'realized' && country === 'GB';
  if (figure !== 'gain' && !isOfDay)
    throw missing('figure', `With the country ${country}, the figure must be \`gain\``);
  if (coin === undefined) throw missing('coin', '`gain` needs a coin');
  const method = toMethod(query);
  if (isOfDay) return { ...query, country, coin, method, disposal: null, span: toSpan(query) };
  if (transaction === undefined) throw missing('transaction', '`gain` needs the transaction of a disposal');
  const disposal = { transactionId: transaction, isFee: isFee === 'true' };
  return { ...query, country, coin, method, disposal, span: { from: null, to: null } };
}

function missing(path: string, message: string): AppError {
  return new AppError('invalid_request', message, { issues: [{ path, message }] });
}

async function findShown(deps: ProofDeps, portfolioId: string, request: ProofRequest, head: LedgerHead) {
  const { asOf, currency, at } = request;
  const found = await deps.findShown({ portfolioId, asOf, currency, at });
  if (!found)
    throw new AppError('conflict', 'That figure was shown more than ten minutes ago. Load it again.');
  if (found.revision !== head.revision)
    throw new AppError('conflict', 'The ledger has changed since that figure was shown. Load it again.');
  // Past prices are now those of the market shown, with which that figure wasn't calculated.
  const sources = at === null ? [...found.prices.values()].map(({ source }) => source) : [];
  if (sources.some((source) => source !== null && source !== deps.priceSource()))
    throw new AppError('conflict', 'That figure was shown with prices of another source. Load it again.');
  return found;
}

const wasPending = () =>
  new AppError('conflict', 'A past price was still being fetched when that figure was shown. Load it again.');

/** Prices of the coins that may affect the figure. */
async function readPrices(
  { calculator, readPrices: read }: ProofDeps,
  ledger: LedgerVersion,
  { coinId, at, method, scope, currency }: ProofRequest,
): Promise<ReadonlyMap<CoinId, CoinPrice>> {
  if (coinId !== null) return read([coinId], currency, at);
  const { coins } = await calculator.summarize({ ...ledger, method, scope, currency, at });
  return read(
    coins.filter(isValued).map((coin) => coin.coinId),
    currency,
    at,
  );
}

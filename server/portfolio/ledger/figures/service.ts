import type { z } from 'zod';
import type {
  DisposalPage,
  disposalQuerySchema,
  figureQuerySchema,
  holdingQuerySchema,
  LedgerHolding,
  LedgerHoldings,
  lotQuerySchema,
  MethodComparison,
  methodQuerySchema,
  OpenLots,
  Preview,
} from '#contract/ledger/figures.ts';
import type { PreviewBody } from '#contract/ledger/transaction.ts';
import { hasFeature, type Tier } from '#contract/plans.ts';
import type { Milliseconds } from '#contract/units.ts';
import { refuseFeature } from '#server/billing/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { RawJson } from '#server/platform/raw-json.ts';
import { noPortfolio } from '../../no-portfolio.ts';
import type { CheckCurrency } from '../calculator/check-currency.ts';
import type {
  CoinSummary,
  LedgerCalculator,
  LedgerQuery,
  MethodSummary,
} from '../calculator/ledger-query.ts';
import type { LedgerHead, LedgerSource } from '../calculator/ledger-source.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { formatAmount } from '../engine/fixed-point.ts';
import type { ShownFigures, ShownKey } from '../proof/shown-prices.ts';
import type { ReadCoinNames } from './coin-names.ts';
import type { ReadCoinPrices } from './coin-prices.ts';
import { describeDisposals, describeMatch, readCursor } from './describe-disposals.ts';
import { describeHolding, describeHoldings, type ListedGaps, Pieces } from './holdings.ts';
import { moneyText, sumOrUnknown } from './money-text.ts';
import { readPastInstant } from './past-instant.ts';
import { isValued, PriceBook } from './price-book.ts';

type FigureQuery = z.output<typeof figureQuerySchema>;

/** The lots are already written as JSON, because there may be a hundred thousand. */
type WrittenLots = Omit<OpenLots, 'lots'> & { readonly lots: RawJson };

interface PlanUser {
  readonly id: string;
  readonly tier: Tier;
}

/**
 * Figures derived from a portfolio's ledger. All calls throw `not_found` if the user has no such portfolio, and
 * `invalid_request` if there is no such currency.
 */
export interface FigureService {
  getHoldings(
    userId: string,
    portfolioId: string,
    query: z.output<typeof holdingQuerySchema>,
  ): Promise<LedgerHoldings>;
  getLots(userId: string, portfolioId: string, query: z.output<typeof lotQuerySchema>): Promise<WrittenLots>;
  listDisposals(
    userId: string,
    portfolioId: string,
    query: z.output<typeof disposalQuerySchema>,
  ): Promise<DisposalPage>;
  /** Throws `plan_required`. */
  compareMethods(
    user: PlanUser,
    portfolioId: string,
    query: z.output<typeof methodQuerySchema>,
  ): Promise<MethodComparison>;
  /** By every method if the plan includes the comparison. */
  preview(
    user: PlanUser,
    portfolioId: string,
    body: PreviewBody,
    wanted: Pick<FigureQuery, 'currency'>,
  ): Promise<Preview>;
}

export interface FigureParts {
  readonly source: Pick<LedgerSource, 'findHead'>;
  readonly calculator: LedgerCalculator;
  readonly checkCurrency: CheckCurrency;
  readonly readPrices: ReadCoinPrices;
  readonly readNames: ReadCoinNames;
  /** Checks a transaction as if it were to be stored. Throws `invalid_request`. */
  readonly readEntry: (userId: string, portfolioId: string, body: PreviewBody) => Promise<LedgerEntry>;
  /** By coin: what the ledger lacks according to imported files. */
  readonly listGaps?: (portfolioId: string, revision: number) => Promise<ReadonlyMap<string, ListedGaps>>;
  /** Remembers the prices with which figures were shown, for their proofs. */
  readonly noteShown?: (key: ShownKey, shown: ShownFigures, accountId: string) => void;
  readonly clock: Clock;
}

/** Transactions may be dated a day ahead, and lots are listed for one that is being entered. */
const maxAheadMs: Milliseconds = 24 * 60 * 60_000;

const readInstant = (text: string | undefined) => (text === undefined ? null : Date.parse(text));

export function createFigureService(parts: FigureParts): FigureService {
  return new LedgerFigures(parts);
}

class LedgerFigures implements FigureService {
  readonly #parts: FigureParts;

  constructor(parts: FigureParts) {
    this.#parts = parts;
  }

  async getHoldings(
    userId: string,
    portfolioId: string,
    { all, ...wanted }: z.output<typeof holdingQuerySchema>,
  ): Promise<LedgerHoldings> {
    const query = {
      ...toQuery(portfolioId, await this.#findHead(userId, portfolioId, wanted.currency), wanted),
      at: readPastInstant(wanted.at, this.#parts.clock.now()),
    };
    // PostgreSQL looks the gaps up while the figures are computed.
    const findingGaps = this.#parts.listGaps?.(portfolioId, query.revision);
    findingGaps?.catch(() => undefined);
    const { coins, provisional = [], ...others } = await this.#parts.calculator.summarize(query);
    const pieces = new Pieces();
    const asOf = query.at ?? this.#parts.clock.now();
    const ids = coins.map(({ coinId }) => coinId);
    const held = coins.filter(({ amount }) => amount !== 0n).map(({ coinId }) => coinId);
    // A coin with a zero balance may still have lots: it was sold before a purchase was known.
    const valued = coins.filter((coin) => isValued(coin)).map(({ coinId }) => coinId);
    const prices = await this.#parts.readPrices(all ? ids : valued, query.currency, query.at);
    if (pieces.isOver) await pieces.next();
    const names = await this.#parts.readNames(portfolioId, all ? ids : held);
    const { revision, currency, at } = query;
    this.#parts.noteShown?.(
      { portfolioId, asOf, currency, at },
      { revision, prices, dayValues: provisional },
      userId,
    );
    const gaps = (await findingGaps) ?? new Map();
    if (pieces.isOver) await pieces.next();
    const described = await describeHoldings({ coins, ...others }, { prices, names, gaps, all, pieces });
    return { ...describeHead(query, asOf), ...described };
  }

  async getLots(
    userId: string,
    portfolioId: string,
    { coin, without, ...wanted }: z.output<typeof lotQuerySchema>,
  ): Promise<WrittenLots> {
    const query = {
      ...toQuery(portfolioId, await this.#findHead(userId, portfolioId, wanted.currency), wanted),
      at: readPastInstant(wanted.at, this.#parts.clock.now() + maxAheadMs),
    };
    const lots = await this.#parts.calculator.writeLots({
      ...query,
      coinId: coin ?? null,
      without: without ?? null,
    });
    return {
      ...describeHead(query, query.at ?? this.#parts.clock.now()),
      lots: new RawJson(Buffer.from(lots.buffer, lots.byteOffset, lots.byteLength)),
    };
  }

  async listDisposals(
    userId: string,
    portfolioId: string,
    { coin, from, to, limit, cursor, ...wanted }: z.output<typeof disposalQuerySchema>,
  ): Promise<DisposalPage> {
    const after = cursor === undefined ? null : readCursor(cursor);
    const query = toQuery(portfolioId, await this.#findHead(userId, portfolioId, wanted.currency), wanted);
    const span = { from: readInstant(from), to: readInstant(to) };
    const rows = await this.#parts.calculator.listDisposals({
      ...query,
      ...span,
      coinId: coin ?? null,
      limit,
      after,
    });
    const coinIds = new Set(rows.rows.map(({ coinId }) => coinId));
    return describeDisposals(rows, await this.#parts.readNames(portfolioId, [...coinIds]));
  }

  async compareMethods(
    user: PlanUser,
    portfolioId: string,
    { from, to, currency }: z.output<typeof methodQuerySchema>,
  ): Promise<MethodComparison> {
    const refusal = refuseFeature(user.tier, 'ledgerInsight');
    if (refusal) throw refusal;
    const { revision, size, settings } = await this.#findHead(user.id, portfolioId, currency);
    const query = { portfolioId, revision, size, currency: currency ?? settings.currency };
    const span = { from: readInstant(from), to: readInstant(to) };
    const summaries = await this.#parts.calculator.compareMethods({ ...query, ...span });
    const coinIds = new Set(summaries.flatMap(({ coins }) => coins.map(({ coinId }) => coinId)));
    const book = new PriceBook(await this.#parts.readPrices([...coinIds], query.currency, null));
    return { methods: summaries.map((summary) => describeMethod(summary, book)) };
  }

  async preview(
    user: PlanUser,
    portfolioId: string,
    body: PreviewBody,
    wanted: Pick<FigureQuery, 'currency'>,
  ): Promise<Preview> {
    const query = toQuery(portfolioId, await this.#findHead(user.id, portfolioId, wanted.currency), wanted);
    const entry = await this.#parts.readEntry(user.id, portfolioId, body);
    const replaces = body.replaces ?? null;
    const isEveryMethod = hasFeature(user.tier, 'ledgerInsight');
    const effect = await this.#parts.calculator.preview({ ...query, entry, replaces, isEveryMethod });
    if (!effect) throw new AppError('not_found', 'There is no such transaction.');
    return {
      methods: effect.methods.map(({ method, scope, proceeds, cost, gain, matches, matchCount }) => ({
        method,
        scope,
        matchCount,
        proceeds: moneyText(proceeds),
        cost: moneyText(cost),
        gain: moneyText(gain),
        matches: matches.map(describeMatch),
      })),
      adds: effect.adds.map(({ coinId, amount, cost }) => ({
        coinId,
        amount: formatAmount(amount),
        cost: moneyText(cost),
      })),
      holdings: await this.#describeEffect(query, effect.before, effect.after),
    };
  }

  async #describeEffect(
    { portfolioId, currency }: LedgerQuery,
    before: readonly CoinSummary[],
    after: readonly CoinSummary[],
  ): Promise<Preview['holdings']> {
    const coinIds = [...new Set([...before, ...after].map(({ coinId }) => coinId))];
    const book = new PriceBook(await this.#parts.readPrices(coinIds, currency, null));
    const names = await this.#parts.readNames(portfolioId, coinIds);
    const toHoldings = (coins: readonly CoinSummary[]): LedgerHolding[] =>
      book.valueCoins(coins).map((valued) => describeHolding(valued, book, names));
    return { before: toHoldings(before), after: toHoldings(after) };
  }

  async #findHead(userId: string, portfolioId: string, currency: string | undefined): Promise<LedgerHead> {
    const head = await this.#parts.source.findHead(userId, portfolioId);
    if (!head) throw noPortfolio();
    await this.#parts.checkCurrency(currency, head.settings.currency);
    return head;
  }
}

/** Fills in the portfolio's settings for whatever wasn't requested. Over all transactions. */
function toQuery(
  portfolioId: string,
  { revision, size, settings }: LedgerHead,
  requested: FigureQuery,
): LedgerQuery {
  return {
    portfolioId,
    revision,
    size,
    method: requested.method ?? settings.method,
    scope: requested.scope ?? settings.scope,
    currency: requested.currency ?? settings.currency,
    at: null,
  };
}

function describeHead({ method, scope, currency }: LedgerQuery, asOf: number) {
  return { asOf: new Date(asOf).toISOString(), method, scope, currency };
}

function describeMethod(
  { coins, ...summary }: MethodSummary,
  book: PriceBook,
): MethodComparison['methods'][number] {
  const unrealized = coins.map((coin) => book.unrealizedOf(coin));
  const unknownCost = coins.filter(({ amountWithoutCost }) => amountWithoutCost > 0n).length;
  const unpriced = coins.filter(({ costBasis }, index) => costBasis !== null && unrealized[index] === null);
  return {
    method: summary.method,
    scope: summary.scope,
    realized: moneyText(summary.realized),
    unrealized: book.write(sumOrUnknown(unrealized)),
    remainingCost: moneyText(sumOrUnknown(coins.map(({ costBasis }) => costBasis))),
    proceeds: moneyText(summary.proceeds),
    income: moneyText(summary.income),
    fees: moneyText(summary.fees),
    ...(summary.unknownGain > 0 && { unknownGain: summary.unknownGain }),
    ...(unknownCost > 0 && { unknownCost }),
    ...(unpriced.length > 0 && { unpriced: unpriced.length }),
  };
}

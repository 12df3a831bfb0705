import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { CoinId } from '#contract/units.ts';
import type { CloseService } from '#server/market/closes/service.ts';
import type { CoinDirectory } from '#server/market/directory/service.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { CoinName, MarketService } from '#server/market/service.ts';
import { dayNumberOf, formatDay } from '#server/platform/utc-day.ts';
import type { CoinChoice } from '../drafts/coin-choice.ts';
import { keptLimits } from '../kept-limits.ts';
import type { TickerUse } from './collect-uses.ts';
import { findWellKnown } from './find-well-known.ts';
import {
  chooseCoin,
  type Fit,
  fitPrices,
  type JudgedCandidate,
  type PriceSample,
  rateLikelihoods,
} from './price-fit.ts';
import { findEra, listLaterCoins } from './ticker-eras.ts';

export interface IdentifyDeps {
  readonly getDirectory: () => CoinDirectory;
  readonly closes: Pick<CloseService, 'readCloses'>;
  readonly rates: Pick<RateService, 'readRates'>;
  readonly market: Pick<MarketService, 'status'>;
}

/** Finds the coins of a file's tickers. `remembered`: the user's earlier answers for this exchange, by choice key. */
export type IdentifyCoins = (
  format: ImportFormat,
  uses: readonly TickerUse[],
  remembered: ReadonlyMap<string, CoinId>,
) => Promise<CoinChoice[]>;

/**
 * Identifies coins by exchange and ticker, then by the prices implied by the rows. Whatever fits two coins or none
 * becomes a question.
 */
export function createIdentifyCoins(deps: IdentifyDeps): IdentifyCoins {
  return async (format, uses, remembered) => {
    const directory = deps.getDirectory();
    const chosen = new Map<string, CoinChoice>();
    // Tickers priced in money come first, because they give the value of what was paid in them.
    const isPlain = ({ clues }: TickerUse) => clues.every(({ paid }) => 'currency' in paid);
    const ordered = [...uses].sort((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
    for (const use of ordered)
      chosen.set(use.key, await identify(deps, directory, { format, use, remembered, chosen }));
    return uses.map(({ key }) => chosen.get(key)!);
  };
}

interface TickerQuery {
  readonly format: ImportFormat;
  readonly use: TickerUse;
  readonly remembered: ReadonlyMap<string, CoinId>;
  readonly chosen: ReadonlyMap<string, CoinChoice>;
}

async function identify(
  deps: IdentifyDeps,
  directory: CoinDirectory,
  query: TickerQuery,
): Promise<CoinChoice> {
  const { format, use, remembered } = query;
  const { key, ticker, name } = use;
  const answer = (coin: CoinName | null, rest: Partial<CoinChoice> = {}): CoinChoice => ({
    key,
    ticker,
    name,
    coin,
    candidates: [],
    reason: '',
    ...rest,
  });
  const named = use.coinId ?? remembered.get(key);
  const coin = named === undefined || named === null ? undefined : directory.find(named);
  if (coin) return answer(coin);
  const era = findEra(ticker, use.at, format);
  const known = findWellKnown(ticker);
  const expected = era?.coinId ?? known?.coinId;
  const candidates = listCandidates(directory, use, expected);
  if (candidates.length === 0)
    return answer(null, { reason: `No coin in the market has the ticker ${ticker}.` });
  // If a row is from before a coin had the ticker, it may have been another one in all rows.
  const unborn = new Set(listLaterCoins(ticker, use.at));
  if (known && formatDay(dayNumberOf(use.at)) < known.from) unborn.add(known.coinId);
  const judged = await judge(deps, directory, candidates, { ...query, unborn });
  const byName = findByName(candidates, name);
  const byTicker = era?.isDoubtful ? undefined : expected;
  const found = chooseCoin(judged, byName === undefined || unborn.has(byName) ? byTicker : byName);
  const chosen = found === undefined ? undefined : directory.find(found);
  if (chosen) return answer(chosen);
  const chances = rateLikelihoods(judged);
  const described = candidates.map((candidate, index) => ({
    answer: candidate.coinId,
    ...candidate,
    likelihood: chances[index]!,
    reason: reasons[judged[index]!.fit],
  }));
  described.sort((a, b) => b.likelihood - a.likelihood);
  return answer(null, { candidates: described, reason: describeUncertainty(ticker, judged) });
}

const reasons: Record<Fit, string> = {
  fits: 'Its price on those days fits the file.',
  contradicts: 'Its price on those days differs from the file, or it did not exist yet.',
  unknown: 'The file does not give its price, or its price on those days is unknown.',
};

function describeUncertainty(ticker: string, judged: readonly JudgedCandidate[]): string {
  if (judged.length === 1) return `It is not certain that ${ticker} is this coin.`;
  const fitting = judged.filter(({ fit }) => fit === 'fits').length;
  if (fitting > 1) return `${fitting} coins with the ticker ${ticker} had the price that the file gives.`;
  if (judged.every(({ fit }) => fit === 'contradicts'))
    return `No coin with the ticker ${ticker} had the price that the file gives.`;
  return `${judged.length} coins have the ticker ${ticker}.`;
}

function listCandidates(
  directory: CoinDirectory,
  { ticker }: TickerUse,
  expected: CoinId | undefined,
): CoinName[] {
  const first = expected === undefined ? undefined : directory.find(expected);
  const same = directory.listBySymbol(ticker).filter(({ coinId }) => coinId !== first?.coinId);
  return [...(first ? [first] : []), ...same].slice(0, keptLimits.maxCandidates);
}

/** The only candidate with the name given in the file. */
function findByName(candidates: readonly CoinName[], name: string | null): CoinId | undefined {
  if (name === null) return undefined;
  const wanted = name.trim().toLowerCase();
  const same = candidates.filter((coin) => coin.name.toLowerCase() === wanted || coin.coinId === wanted);
  return same.length === 1 ? same[0]!.coinId : undefined;
}

async function judge(
  deps: IdentifyDeps,
  directory: CoinDirectory,
  candidates: readonly CoinName[],
  { use, chosen, unborn }: TickerQuery & { readonly unborn: ReadonlySet<CoinId> },
): Promise<JudgedCandidate[]> {
  const isListed = (coinId: CoinId) => directory.isListed(coinId);
  // Simulated prices can't be compared with the file's.
  const samples = deps.market.status().source === 'simulated' ? [] : await readSamples(deps, use, chosen);
  const fits = await Promise.all(
    candidates.map(async ({ coinId }) => {
      if (unborn.has(coinId)) return 'contradicts' as const;
      if (samples.length === 0) return 'unknown' as const;
      const closes = await deps.closes.readCloses(samples.map(({ day }) => ({ coinId, day })));
      return fitPrices(
        samples,
        closes.map((close) => (close && close !== 'pending' ? Number(close.value) : null)),
      );
    }),
  );
  return candidates.map(({ coinId }, index) => ({ coinId, fit: fits[index]!, isListed: isListed(coinId) }));
}

/** The prices per coin implied by the rows, in dollars. */
async function readSamples(
  { closes, rates }: IdentifyDeps,
  { clues }: TickerUse,
  chosen: ReadonlyMap<string, CoinChoice>,
): Promise<PriceSample[]> {
  const samples: PriceSample[] = [];
  for (const { at, amount, paid } of clues) {
    const day = formatDay(dayNumberOf(at));
    const units = Number(paid.amount) / Number(amount);
    if (!Number.isFinite(units) || units <= 0) continue;
    if ('currency' in paid) {
      const [rate] = await rates.readRates([{ currency: paid.currency.toLowerCase(), day }]);
      if (rate) samples.push({ day, price: units / Number(rate.value) });
      continue;
    }
    const coinId = chosen.get(paid.key)?.coin?.coinId;
    const [close] = coinId === undefined ? [null] : await closes.readCloses([{ coinId, day }]);
    if (close && close !== 'pending') samples.push({ day, price: units * Number(close.value) });
  }
  return samples;
}

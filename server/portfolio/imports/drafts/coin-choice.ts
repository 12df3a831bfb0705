import type { ImportCandidate, ImportFormat } from '#contract/ledger/imports.ts';
import type { Instant } from '#contract/units.ts';
import type { CoinName } from '#server/market/service.ts';
import { findEra } from '../coins/ticker-eras.ts';
import type { DraftCoinLeg } from '../readers/reader.ts';

/** A ticker of a file, and the coin that it is. */
export interface CoinChoice {
  /** Of its question. */
  readonly key: string;
  readonly ticker: string;
  readonly name: string | null;
  /** Null: a question. */
  readonly coin: CoinName | null;
  readonly candidates: readonly ImportCandidate[];
  /** Why it is a question. */
  readonly reason: string;
}

/** What one ticker means in a file: tickers that changed their coin have a key for each era. */
export function choiceKey(
  leg: Pick<DraftCoinLeg, 'ticker' | 'name' | 'coinId'>,
  at: Instant,
  exchange: ImportFormat,
): string {
  if (leg.coinId !== null) return `coin:id:${leg.coinId}`;
  const name = leg.name === null ? '' : ` (${leg.name.slice(0, 100)})`;
  const era = findEra(leg.ticker, at, exchange);
  return `coin:${leg.ticker.slice(0, 60)}${name}${era?.name ? `:${era.name}` : ''}`;
}

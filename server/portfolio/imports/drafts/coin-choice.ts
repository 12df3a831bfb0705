import type { ImportCandidate, ImportFormat } from '#contract/ledger/imports.ts';
import type { Instant } from '#contract/units.ts';
import type { CoinName } from '#server/market/service.ts';
import { findEra } from '../coins/ticker-eras.ts';
import type { DraftCoinLeg } from '../readers/draft.ts';

/** A ticker in a file and the coin it stands for. */
export interface CoinChoice {
  /** The key of its question. */
  readonly key: string;
  readonly ticker: string;
  readonly name: string | null;
  /** Null: ask the user. */
  readonly coin: CoinName | null;
  readonly candidates: readonly ImportCandidate[];
  /** Why the user is asked. */
  readonly reason: string;
}

/** Identifies a ticker in a file. Tickers that changed their coin have one key per period. */
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

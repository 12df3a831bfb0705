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

const eraPattern = /:(?:until|from) [-\d]{10}$/;

/**
 * Finds the key under which a file has its choice of a coin. If the file was read when fewer changes of tickers were known,
 * the ticker then had one key for several of today's periods, or a period had another end. Returns the key itself if
 * nothing fits.
 */
export function createFindStoredKey(stored: Iterable<string>): (key: string) => string {
  const byTicker = Map.groupBy(stored, (key) => key.replace(eraPattern, ''));
  return (key) => {
    const ticker = key.replace(eraPattern, '');
    const keys = byTicker.get(ticker) ?? [];
    if (keys.length < 2) return keys[0] ?? key;
    return keys.includes(key) || !keys.includes(ticker) ? key : ticker;
  };
}

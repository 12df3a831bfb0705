import type { Global } from '#contract/market.ts';
import { confirmationsNeeded, isWithinTenfold } from './quote-check.ts';

/** The global figures that are believed, and what waits for confirmation, as with coins. */
export interface GlobalBelief {
  readonly global: Global;
  readonly doubted: { readonly marketCap: number; readonly confirmations: number } | null;
}

/**
 * Takes new global figures, unless the total market cap moved more than tenfold: then the old ones stay until two
 * further refreshes agree.
 */
export function judgeGlobal(known: GlobalBelief | null, global: Global): GlobalBelief {
  const before = known?.global.total_market_cap.usd;
  const marketCap = global.total_market_cap.usd;
  if (!known || !before || !marketCap || isWithinTenfold(before, marketCap)) return { global, doubted: null };
  const { doubted } = known;
  const agrees = doubted !== null && isWithinTenfold(doubted.marketCap, marketCap);
  if (!agrees) return { ...known, doubted: { marketCap, confirmations: 0 } };
  const confirmations = doubted.confirmations + 1;
  if (confirmations >= confirmationsNeeded) return { global, doubted: null };
  return { ...known, doubted: { ...doubted, confirmations } };
}

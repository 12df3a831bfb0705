import type { Global } from '#contract/market.ts';
import { confirmationsNeeded, isWithinTenfold } from './tenfold.ts';

/** The accepted global figures, and the total market cap held back until it is confirmed. */
export interface CheckedGlobal {
  readonly global: Global;
  readonly candidate: { readonly marketCap: number; readonly confirmations: number } | null;
}

/**
 * Accepts new global figures, unless the total market cap moved more than tenfold: then the old ones stay until two
 * further refreshes agree.
 */
export function checkGlobal(known: CheckedGlobal | null, global: Global): CheckedGlobal {
  const before = known?.global.total_market_cap.usd;
  const marketCap = global.total_market_cap.usd;
  const accepted = { global, candidate: null };
  if (!known || !before || !marketCap || isWithinTenfold(before, marketCap)) return accepted;
  const { candidate } = known;
  const isConfirmed = candidate !== null && isWithinTenfold(candidate.marketCap, marketCap);
  if (!isConfirmed) return { ...known, candidate: { marketCap, confirmations: 0 } };
  const confirmations = candidate.confirmations + 1;
  if (confirmations >= confirmationsNeeded) return accepted;
  return { ...known, candidate: { ...candidate, confirmations } };
}

import type { ProvenFigure } from '#contract/ledger/proof.ts';
import { sumDecimals } from '../decimal-sum.ts';
import type { Verdict } from './check/check-proof.ts';
import type { ProofDocument } from './proof-document.ts';

/** The portfolio figures that are sums of the coins' figures. */
const sums: ReadonlySet<ProvenFigure> = new Set([
  'value',
  'costBasis',
  'unrealized',
  'realized',
  'income',
  'fees',
]);
/** Whether a portfolio's figure is the sum of its coins' figures. */
export const isSum = (figure: ProvenFigure): boolean => sums.has(figure);

/** Progress of a check, coin by coin. `failed`: the coin whose proof does not hold, and why. */
export interface CoinChecks {
  readonly checked: number;
  /** Sum of the checked figures that are known, as decimal text. */
  readonly sum: string;
  readonly steps: number;
  readonly failed: { readonly coinId: string; readonly reason: string } | null;
}

interface CheckParts {
  readonly coinIds: readonly string[];
  readonly load: (coinId: string) => Promise<ProofDocument>;
  readonly check: (document: ProofDocument) => Promise<Verdict>;
}

/** Checks the proof of each coin in turn and adds up the figures. Stops at the first proof that doesn't hold. */
export async function* checkByCoin({ coinIds, load, check }: CheckParts): AsyncGenerator<CoinChecks> {
  let done: CoinChecks = { checked: 0, sum: '0', steps: 0, failed: null };
  for (const coinId of coinIds) {
    const document = await load(coinId);
    const { holds, reason } = await check(document);
    if (!holds) {
      yield { ...done, failed: { coinId, reason: reason ?? 'it does not hold' } };
      return;
    }
    done = {
      checked: done.checked + 1,
      sum: document.value === null ? done.sum : sumDecimals([done.sum, document.value]),
      steps: done.steps + document.steps.length,
      failed: null,
    };
    yield done;
  }
}

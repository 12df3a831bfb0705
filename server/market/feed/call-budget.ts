import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { BudgetShares, CallClaim } from './budget-shares.ts';
import { type Call, findWait, withoutOld } from './call-wait.ts';

export interface CallBudget {
  /**
   * 0: the call is granted and counted. Otherwise the wait before asking again. `network` is that of the visitor who
   * asks; calls of our own have none.
   */
  take(claim: CallClaim, network?: string): Promise<Milliseconds>;
  /** The provider asked for a pause. Of a budget of several servers: it grants no call to any of them meanwhile. */
  pause?(ms: Milliseconds): Promise<void>;
}

/** A strict sliding window in this process: never more than the total in any 60 seconds. */
export function createCallBudget(shares: BudgetShares, clock: Clock): CallBudget {
  let calls: readonly Call[] = [];

  return {
    async take(claim, network) {
      const now = clock.now();
      calls = withoutOld(calls, now);
      const wait = findWait(calls, { shares, claim, network, now });
      if (wait <= 0) calls = [...calls, { at: now, claim, network }];
      return Math.max(0, wait);
    },
  };
}

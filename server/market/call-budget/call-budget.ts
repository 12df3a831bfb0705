import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { BudgetShares, CallClaim } from './budget-shares.ts';
import { type Call, findWait, withoutOld } from './call-wait.ts';

export interface CallBudget {
  /**
   * Returns 0 if the call is granted (and counted), otherwise the wait before asking again. `network` is the visitor's;
   * our own calls have none.
   */
  take(claim: CallClaim, network?: string): Promise<Milliseconds>;
  /** Pauses because the provider asked for it. A shared budget pauses all servers. */
  pause?(ms: Milliseconds): Promise<void>;
}

/** A strict sliding window within this process: never more than the total in any 60 seconds. */
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

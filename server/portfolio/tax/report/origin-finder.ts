import type { CoinEvent } from '../../ledger/engine/coin-event.ts';
import { elsewhere } from '../../ledger/engine/entry.ts';
import type { Amount } from '../../ledger/engine/fixed-point.ts';

/** Finds withdrawals from `Elsewhere` beyond its balance, in the same way as the ledger. */
export class OriginFinder {
  #balance: Amount = 0n;

  /** Returns the amount of unknown origin. */
  note(event: CoinEvent): Amount {
    const [from, to] =
      event.kind === 'acquisition'
        ? [null, event.wallet]
        : event.kind === 'transfer'
          ? [event.from, event.to]
          : [event.wallet, null];
    let missing = 0n;
    if (from === elsewhere) {
      missing = event.amount > this.#balance ? event.amount - this.#balance : 0n;
      this.#balance += missing - event.amount;
    }
    if (to === elsewhere) this.#balance += event.amount;
    return missing;
  }
}

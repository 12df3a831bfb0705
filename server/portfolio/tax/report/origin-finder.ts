import type { CoinEvent } from '../../ledger/engine/coin-event.ts';
import { elsewhere } from '../../ledger/engine/entry.ts';
import type { Amount } from '../../ledger/engine/fixed-point.ts';

/** What leaves `Elsewhere` beyond what is there, as the ledger finds it. */
export class OriginFinder {
  #balance: Amount = 0n;

  /** Returns how much has no known origin. */
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

import {
  CoinLedger,
  compareText,
  type Entry,
  type Fields,
  type Lot,
  type Money,
  minus,
  type Pick,
  print,
  takePart,
} from './check-proof.ts';

/** One coin's ledger in the United States. */
export class AllocatedLedger extends CoinLedger {
  /** In the order in which they first received the coin. */
  readonly #wallets = new Set<string>();
  /** The steps that allocate lots to wallets, and how many sales came before. */
  #allocation: { sales: number; steps: Fields[] } | null = null;
  readonly #isFeeSellingCost: (entry: Entry) => boolean;

  /** `isFeeSellingCost`: whether a swap's fee is a cost of the coin given away. */
  constructor(method: string, scope: string, isFeeSellingCost: (entry: Entry) => boolean) {
    super(method, scope);
    this.#isFeeSellingCost = isFeeSellingCost;
  }
  override picksOf(entry: Entry, isFee: boolean): readonly Pick[] {
    const { transactionId, in: into, fee } = entry;
    // A fee withheld from the coins just received is taken from exactly those units.
    const isWithheld = isFee && this.#isFeeSellingCost(entry) && into?.coinId === fee?.coinId;
    const own = isWithheld ? [{ transactionId, amount: fee!.amount }] : [];
    return [...own, ...super.picksOf(entry, isFee)];
  }
  override splitValue(entry: Entry, gross: Money, fee: Money) {
    if (!this.#isFeeSellingCost(entry)) return super.splitValue(entry, gross, fee);
    return { proceeds: minus(gross, fee), cost: gross };
  }
  override apply(coin: string, entry: Entry, gross: Money, fee: Money): void {
    const { type, in: into, out, wallet, toWallet } = entry;
    if (into?.coinId === coin) this.#wallets.add(wallet);
    if (out?.coinId === coin && type === 'transfer') this.#wallets.add(toWallet ?? wallet);
    super.apply(coin, entry, gross, fee);
  }
  /**
   * Allocates the remaining lots to the wallets, oldest first, in the order in which the wallets first received the
   * coin; from then on, lots are used wallet by wallet (Rev. Proc. 2024-28). The last wallet gets any excess.
   */
  allocate(coin: string): void {
    if (this.isByWallet) return;
    const wallets = [...this.#wallets].flatMap((wallet) => {
      const unfilled = this.balances.get(wallet) ?? 0n;
      return unfilled > 0n ? [{ wallet, unfilled }] : [];
    });
    const byAge = (a: Lot, b: Lot) =>
      compareText(a.acquiredAt ?? '', b.acquiredAt ?? '') || a.order - b.order;
    const allocated: Lot[] = [];
    for (const lot of this.lots.sort(byAge)) {
      while (lot.left > 0n) {
        const wanted = wallets.length > 1 ? wallets[0]!.unfilled : lot.left;
        const { amount, cost } = takePart(lot, wanted, 'lot');
        // Before all later acquisitions.
        const order = allocated.length - 1_000_000;
        allocated.push({ ...lot, order, wallet: wallets[0]?.wallet ?? 'main', left: amount, cost });
        if (wallets[0]) wallets[0].unfilled -= amount;
        if (wallets.length > 1 && wallets[0]!.unfilled === 0n) wallets.shift();
      }
    }
    this.isByWallet = true;
    this.lots = allocated;
    this.balances.clear();
    const steps = allocated.map(({ transactionId, acquiredAt, wallet, left, cost }) => {
      this.change(wallet, left);
      const part = { transactionId, acquiredAt, wallet, amount: print(left), cost: print(cost) };
      return { op: 'allocate', coin, ...part };
    });
    this.#allocation = { sales: this.sales.length, steps };
  }
  override finish(coin: string): Fields[] {
    const all = super.finish(coin);
    const { sales, steps } = this.#allocation ?? { sales: 0, steps: [] };
    return [...all.slice(0, sales), ...steps, ...all.slice(sales)];
  }
}

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
    // Coins withheld from those just received are taken from exactly these units.
    const isWithheld = isFee && this.#isFeeSellingCost(entry) && into?.coinId === fee?.coinId;
    const own = isWithheld ? [{ transactionId, amount: fee!.amount }] : [];
    return [...own, ...super.picksOf(entry, isFee)];
  }
  override share(entry: Entry, gross: Money, fee: Money) {
    if (!this.#isFeeSellingCost(entry)) return super.share(entry, gross, fee);
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
    const rooms = [...this.#wallets].flatMap((wallet) => {
      const room = this.balances.get(wallet) ?? 0n;
      return room > 0n ? [{ wallet, room }] : [];
    });
    const age = (a: Lot, b: Lot) => compareText(a.acquiredAt ?? '', b.acquiredAt ?? '') || a.order - b.order;
    const seeds: Lot[] = [];
    for (const lot of this.lots.sort(age)) {
      while (lot.left > 0n) {
        const wanted = rooms.length > 1 ? rooms[0]!.room : lot.left;
        const { amount, cost } = takePart(lot, wanted, 'lot');
        // Before all later acquisitions.
        const order = seeds.length - 1_000_000;
        seeds.push({ ...lot, order, wallet: rooms[0]?.wallet ?? 'main', left: amount, cost });
        if (rooms[0]) rooms[0].room -= amount;
        if (rooms.length > 1 && rooms[0]!.room === 0n) rooms.shift();
      }
    }
    this.isByWallet = true;
    this.lots = seeds;
    this.balances.clear();
    const steps = seeds.map(({ transactionId, acquiredAt, wallet, left, cost }) => {
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

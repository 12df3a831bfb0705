import type { EntryType, LedgerEntry, Leg, LotPick, MoneyLeg } from '../engine/entry.ts';

/** Values shared by many transactions of a ledger. */
interface Common {
  readonly type: EntryType;
  readonly kind: string | null;
  readonly wallet: string;
  readonly toWallet: string | null;
  readonly isDateAssumed: boolean;
  /** The same for a whole batch or file. */
  readonly createdAt: number;
}

/** Values that few transactions have. */
interface Rare {
  readonly value: MoneyLeg | null;
  readonly lots: readonly LotPick[];
  readonly acquiredAt: number | null;
}

/** Takes half the memory of a plain object: a ledger has up to a hundred thousand entries. */
class PackedEntry implements LedgerEntry {
  readonly #common: Common;
  readonly #rare: Rare;
  readonly id: string;
  readonly occurredAt: number;
  readonly in: Leg | null;
  readonly out: Leg | null;
  readonly fee: Leg | null;
  readonly rowIdentity: string | null;

  constructor(entry: LedgerEntry, common: Common, rare: Rare) {
    this.#common = common;
    this.#rare = rare;
    this.id = entry.id;
    this.occurredAt = entry.occurredAt;
    this.in = entry.in;
    this.out = entry.out;
    this.fee = entry.fee;
    this.rowIdentity = entry.rowIdentity;
  }

  get type() {
    return this.#common.type;
  }
  get kind() {
    return this.#common.kind;
  }
  get wallet() {
    return this.#common.wallet;
  }
  get toWallet() {
    return this.#common.toWallet;
  }
  get isDateAssumed() {
    return this.#common.isDateAssumed;
  }
  get createdAt() {
    return this.#common.createdAt;
  }
  get value() {
    return this.#rare.value;
  }
  get lots() {
    return this.#rare.lots;
  }
  get acquiredAt() {
    return this.#rare.acquiredAt;
  }
}

const noLots: readonly LotPick[] = [];
const noRare: Rare = { value: null, lots: noLots, acquiredAt: null };

function rareOf({ value, lots, acquiredAt }: LedgerEntry): Rare {
  if (value === null && lots.length === 0 && acquiredAt === null) return noRare;
  return { value, lots, acquiredAt };
}

/** Packs the entries of one ledger. Packed entries can be neither spread (`...`) nor sent to another thread. */
export function createEntryPacker(): (entry: LedgerEntry) => LedgerEntry {
  const known = new Map<string, Common>();
  return (entry) => {
    const { type, kind = null, wallet, toWallet, isDateAssumed, createdAt } = entry;
    const key = `${type}|${kind}|${isDateAssumed}|${createdAt}|${wallet}|${toWallet}`;
    const common = known.get(key) ?? { type, kind, wallet, toWallet, isDateAssumed, createdAt };
    known.set(key, common);
    return new PackedEntry(entry, common, rareOf(entry));
  };
}

/** A transaction as in an API call, with decimal texts, but with every field present. */
export interface PlainTransaction {
  readonly id: string;
  readonly type:
    | 'buy'
    | 'sell'
    | 'swap'
    | 'transfer'
    | 'income'
    | 'gift_in'
    | 'gift_out'
    | 'spend'
    | 'loss'
    | 'fee'
    | 'opening';
  /** Milliseconds since 1970, like all instants here. */
  readonly at: number;
  readonly in: PlainLeg | null;
  readonly out: PlainLeg | null;
  readonly fee: PlainLeg | null;
  readonly value: PlainLeg | null;
  readonly wallet: string;
  readonly toWallet: string | null;
  readonly lots: readonly { readonly transactionId: string; readonly amount: string }[];
  readonly acquiredAt: number | null;
  readonly isDateAssumed: boolean;
  readonly rowIdentity: string | null;
  readonly createdAt: number;
}

/** `coin`: a coin's id in lower case, or else a currency. */
export interface PlainLeg {
  readonly coin?: string;
  readonly currency?: string;
  readonly amount: string;
}

/** Prices in dollars, and units of a currency per dollar, by `name day`. Missing values are unknown. */
export interface PlainValues {
  readonly closes: ReadonlyMap<string, string>;
  readonly rates: ReadonlyMap<string, string>;
}

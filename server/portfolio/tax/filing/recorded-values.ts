import type { TaxChange } from '#contract/tax/filed-report.ts';
import type { PastPrices, PastValue } from '../../ledger/calculator/past-values.ts';

/** A price or rate that a report used; `found` null: there was none. */
export interface UsedValue {
  readonly kind: 'price' | 'rate';
  /** The coin or the currency. */
  readonly name: string;
  readonly day: string;
  readonly found: PastValue | null;
}

/** Keeps what is read of the past. */
export class RecordedValues {
  readonly past: PastPrices;
  readonly #used = new Map<string, UsedValue>();

  constructor(past: PastPrices) {
    this.past = {
      readCloses: async (wanted) => {
        const found = await past.readCloses(wanted);
        for (const [index, { coinId, day }] of wanted.entries())
          this.#note('price', coinId, day, found[index] ?? null);
        return found;
      },
      readRates: async (wanted) => {
        const found = await past.readRates(wanted);
        for (const [index, { currency, day }] of wanted.entries())
          this.#note('rate', currency, day, found[index] ?? null);
        return found;
      },
    };
  }

  /** What was read, again: so that two texts of one report stand on the same values. */
  replay(): PastPrices {
    const find = (kind: UsedValue['kind'], name: string, day: string) =>
      this.#used.get(keyOf({ kind, name, day }))?.found ?? null;
    return {
      readCloses: async (wanted) => wanted.map(({ coinId, day }) => find('price', coinId, day)),
      readRates: async (wanted) => wanted.map(({ currency, day }) => find('rate', currency, day)),
    };
  }

  /** In the order of kinds, names and days. */
  list(): UsedValue[] {
    return [...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  }

  #note(kind: UsedValue['kind'], name: string, day: string, found: PastValue | 'pending' | null): void {
    this.#used.set(keyOf({ kind, name, day }), {
      kind,
      name,
      day,
      found: found === 'pending' ? null : found,
    });
  }
}

const keyOf = ({ kind, name, day }: Pick<UsedValue, 'kind' | 'name' | 'day'>) => `${kind} ${name} ${day}`;

/** The prices and rates that both used, and that are no longer the same. */
export function listValueChanges(before: readonly UsedValue[], after: readonly UsedValue[]): TaxChange[] {
  const now = new Map(after.map((value) => [keyOf(value), value]));
  return before.flatMap((value) => {
    const next = now.get(keyOf(value));
    if (!next || next.found?.value === value.found?.value) return [];
    return [{ transactionId: null, before: describeValue(value), after: describeValue(next) }];
  });
}

function describeValue({ kind, name, day, found }: UsedValue) {
  return found && { kind, name, day, value: found.value, source: found.source };
}

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { TaxChange } from '#contract/tax/filed-report.ts';
import { Pauses } from '#server/platform/pauses.ts';
import type { PastPrices, PastValue } from '../../ledger/calculator/past-values.ts';

/** A price or rate that a report used. `found` is null if there was none. */
export interface UsedValue {
  readonly kind: 'price' | 'rate';
  /** The coin's id or the currency's code. */
  readonly name: string;
  readonly day: string;
  readonly found: PastValue | null;
}

/** Records the past prices and rates that are read through it. */
export class RecordedValues {
  readonly past: PastPrices;
  readonly #used = new Map<string, UsedValue>();
  readonly #pending = new Set<string>();

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

  /** Serves the recorded values again, so that two formats of a report use the same values. */
  replay(): PastPrices {
    const find = (kind: UsedValue['kind'], name: string, day: string) => {
      const key = keyOf({ kind, name, day });
      // A swap without a price is valued by its other coin, but not while the price is being looked up.
      return this.#pending.has(key) ? 'pending' : (this.#used.get(key)?.found ?? null);
    };
    return {
      readCloses: async (wanted) => wanted.map(({ coinId, day }) => find('price', coinId, day)),
      readRates: async (wanted) => wanted.map(({ currency, day }) => find('rate', currency, day)),
    };
  }

  /** Sorted by kind, name and day. Yields to other calls: there may be hundreds of thousands. */
  async list(): Promise<UsedValue[]> {
    const pauses = new Pauses(valuesAtOnce);
    const byName = new Map<string, UsedValue[]>();
    for (const value of this.#used.values()) {
      const name = `${value.kind} ${value.name} `;
      const known = byName.get(name);
      if (known) known.push(value);
      else byName.set(name, [value]);
      await pauses.after();
    }
    const sorted: UsedValue[] = [];
    for (const name of [...byName.keys()].sort()) {
      const ofName = byName.get(name)!.sort((a, b) => (a.day < b.day ? -1 : 1));
      for (const value of ofName) sorted.push(value);
      await pauses.after(ofName.length);
    }
    return sorted;
  }

  #note(kind: UsedValue['kind'], name: string, day: string, found: PastValue | 'pending' | null): void {
    const key = keyOf({ kind, name, day });
    if (found === 'pending') this.#pending.add(key);
    else this.#pending.delete(key);
    this.#used.set(key, { kind, name, day, found: found === 'pending' ? null : found });
  }
}

const keyOf = ({ kind, name, day }: Pick<UsedValue, 'kind' | 'name' | 'day'>) => `${kind} ${name} ${day}`;

/** Values sorted, written or compared between two pauses: about a millisecond. */
const valuesAtOnce = 1000;

/** The prices and rates that both reports used and that differ, in batches like `before`. Yields to other calls. */
export async function* listValueChanges(
  before: AsyncIterable<readonly UsedValue[]>,
  after: readonly UsedValue[],
): AsyncGenerator<TaxChange[]> {
  const pauses = new Pauses(valuesAtOnce);
  const now = new Map<string, UsedValue>();
  for (const value of after) {
    now.set(keyOf(value), value);
    await pauses.after();
  }
  for await (const values of before) {
    const changes: TaxChange[] = [];
    for (const value of values) {
      const next = now.get(keyOf(value));
      if (!next || next.found?.value === value.found?.value) continue;
      changes.push({ transactionId: null, before: describeValue(value), after: describeValue(next) });
    }
    yield changes;
    await pauses.after(values.length);
  }
}

/** Separates two stored values. It can't be within one: a quotation mark of a name would be escaped. */
const separator = '},{"kind":';

/** Writes a list of used values for `readUsedValues`, yielding to other calls. */
export async function writeUsedValues(values: readonly UsedValue[]): Promise<string> {
  const batches: string[] = [];
  for (let start = 0; start < values.length; start += valuesAtOnce) {
    batches.push(JSON.stringify(values.slice(start, start + valuesAtOnce)).slice(1, -1));
    await yieldToEventLoop();
  }
  return `[${batches.join()}]`;
}

/** Reads the stored list of used values in batches, because reading thousands at once would block other calls. */
export async function* readUsedValues(written: string): AsyncGenerator<readonly UsedValue[]> {
  const charactersAtOnce = 128 * 1024;
  for (let start = 0; start < written.length; ) {
    const next = written.indexOf(separator, start + charactersAtOnce);
    const end = next < 0 ? written.length : next + 1;
    const items = written.slice(start, end);
    yield JSON.parse(`${start === 0 ? '' : '['}${items}${next < 0 ? '' : ']'}`) as UsedValue[];
    start = next < 0 ? end : end + 1;
  }
}

function describeValue({ kind, name, day, found }: UsedValue) {
  return found && { kind, name, day, value: found.value, source: found.source };
}

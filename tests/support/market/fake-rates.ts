import type { HeldRates } from '../../../server/market/rates/rate-refresher.ts';
import { createRateService, type RateService } from '../../../server/market/rates/service.ts';
import type { RateStore } from '../../../server/market/rates/store.ts';
import { fakeNow } from './fake-market.ts';

const usualRates: Readonly<Record<string, string>> = {
  usd: '1',
  eur: '0.86',
  gbp: '0.75',
  jpy: '151',
  btc: '0.00000976543210123456789012345678901234',
};

/** Rates that a test controls, fetched at an instant. */
export class FakeRates {
  #held: HeldRates;
  readonly #listeners = new Set<() => void>();

  constructor(texts: Readonly<Record<string, string>> = usualRates, at = fakeNow) {
    this.#held = heldAt(texts, at);
  }

  readonly held = (): HeldRates => this.#held;

  readonly onChange = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(texts: Readonly<Record<string, string>>, at: number, parts: Partial<HeldRates> = {}): void {
    this.#held = { ...heldAt(texts, at), ...parts };
    for (const listener of this.#listeners) listener();
  }
}

function heldAt(texts: Readonly<Record<string, string>>, at: number): HeldRates {
  const rates = new Map(Object.entries(texts).map(([code, rate]) => [code, { rate, at, candidate: null }]));
  return { source: 'coingecko', rates, asOf: at, isFailing: false };
}

const noStore: RateStore = {
  saveRates: async () => undefined,
  addRates: async () => new Set(),
  listRates: async () => [],
  hasCurrency: async () => false,
  listLatest: async () => [],
};

/** The rate service over these rates. Without a store there are no past rates. */
export function fakeRateService(
  rates = new FakeRates(),
  { store = noStore, now = () => fakeNow }: { store?: RateStore; now?: () => number } = {},
): RateService {
  return createRateService({
    store,
    held: rates.held,
    onChange: rates.onChange,
    marketStatus: () => ({ source: rates.held().source, state: 'live', asOf: null }),
    refreshMs: 300_000,
    clock: { now },
  });
}

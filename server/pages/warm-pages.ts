import { commonCurrencies } from '#contract/currencies/currency.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { RateService } from '../market/rates/service.ts';
import type { MarketService } from '../market/service.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { PageLook } from './page-renderer.ts';
import type { PageService } from './service.ts';

/** Makes the first page in the common currencies, and as readers of euros write them, before a visitor asks for it. */
export interface WarmPages {
  /** Makes it now, and again after changes of the market and of the rates. */
  start(): void;
  stop(): void;
}

/** A market that changes each second does not have pages made each second. */
const restMs: Milliseconds = 10_000;

const warmLooks: readonly PageLook[] = [
  ...commonCurrencies.map((currency) => ({ currency, numbers: 'en' as const })),
  { currency: 'eur', numbers: 'de' },
  { currency: 'eur', numbers: 'fr' },
];

interface WarmPagesDeps {
  readonly market: Pick<MarketService, 'onChange'>;
  readonly rates: Pick<RateService, 'onChange'>;
  readonly clock?: Clock | undefined;
}

export function createWarmPages(
  pages: Pick<PageService, 'get'>,
  { market, rates, clock = systemClock }: WarmPagesDeps,
): WarmPages {
  let unsubscribe: (() => void)[] = [];
  let isBusy = false;
  let warmedAt: Instant = Number.NEGATIVE_INFINITY;

  /** One after the other: visitors' own pages come in between. */
  async function warm(): Promise<void> {
    if (isBusy || Math.abs(clock.now() - warmedAt) < restMs) return;
    isBusy = true;
    warmedAt = clock.now();
    // A failure is reported to the visitor who asks.
    for (const look of warmLooks) await pages.get('/', look).catch(() => {});
    isBusy = false;
  }

  return {
    start() {
      unsubscribe = [market.onChange(() => void warm()), rates.onChange(() => void warm())];
      void warm();
    },
    stop() {
      for (const end of unsubscribe) end();
    },
  };
}

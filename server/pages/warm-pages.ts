import { commonCurrencies } from '#contract/currency.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { MarketService } from '../market/service.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { PageService } from './service.ts';

/** Makes the first page in the common currencies before a visitor asks for it. */
export interface WarmPages {
  /** Makes it now, and again after changes of the market. */
  start(): void;
  stop(): void;
}

/** A market that changes each second does not have pages made each second. */
const restMs: Milliseconds = 10_000;

export function createWarmPages(
  pages: Pick<PageService, 'get'>,
  { market, clock = systemClock }: { market: Pick<MarketService, 'onChange'>; clock?: Clock | undefined },
): WarmPages {
  let unsubscribe = () => {};
  let isBusy = false;
  let warmedAt: Instant = Number.NEGATIVE_INFINITY;

  /** One after the other: visitors' own pages come in between. */
  async function warm(): Promise<void> {
    if (isBusy || Math.abs(clock.now() - warmedAt) < restMs) return;
    isBusy = true;
    warmedAt = clock.now();
    // A failure is reported to the visitor who asks.
    for (const currency of commonCurrencies) await pages.get('/', currency).catch(() => {});
    isBusy = false;
  }

  return {
    start() {
      unsubscribe = market.onChange(() => void warm());
      void warm();
    },
    stop: () => unsubscribe(),
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { commonCurrencies } from '#contract/currencies/currency.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { MarketService } from '#server/market/service.ts';
import { type Clock, systemClock, waitUntil } from '#server/platform/clock.ts';
import type { PageLook } from './page-renderer.ts';
import type { PageService } from './service.ts';

/**
 * Renders the home page before a visitor asks for it, in the common currencies and the usual number styles for euros.
 */
export interface WarmPages {
  /** Renders it now, and again after changes of market and rates. */
  start(): void;
  stop(): void;
}

/** Minimum interval, so that a market that changes every second doesn't cause a rendering every second. */
const minIntervalMs: Milliseconds = 10_000;

/** Rendering takes a tenth of a second, in which no call is answered: six in a row would hold up a new server's users. */
const pauseMs: Milliseconds = 500;

const warmLooks: readonly PageLook[] = [
  ...commonCurrencies.map((currency) => ({ currency, numbers: 'en' as const })),
  { currency: 'eur', numbers: 'de' },
  { currency: 'eur', numbers: 'fr' },
];

interface WarmPagesDeps {
  readonly market: Pick<MarketService, 'onChange'>;
  readonly rates: Pick<RateService, 'onChange'>;
  readonly clock?: Clock | undefined;
  /** Resolves after a time, or earlier if the signal is aborted. Does not keep the process running. */
  readonly pause?: (ms: Milliseconds, signal: AbortSignal) => Promise<void>;
}

export function createWarmPages(
  pages: Pick<PageService, 'get'>,
  { market, rates, clock = systemClock, pause = pauseFor }: WarmPagesDeps,
): WarmPages {
  let unsubscribe: (() => void)[] = [];
  let hasChanged = false;
  let isBusy = false;
  let warmedAt: Instant = Number.NEGATIVE_INFINITY;
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Waits until the minimum interval has passed, then renders, and repeats this if something has changed meanwhile. */
  async function warm(): Promise<void> {
    hasChanged = true;
    if (isBusy) return;
    isBusy = true;
    while (hasChanged) {
      const waitMs = waitUntil(warmedAt + minIntervalMs, clock.now(), minIntervalMs);
      if (waitMs > 0) await pause(waitMs, signal);
      if (signal.aborted) return;
      hasChanged = false;
      warmedAt = clock.now();
      await renderAll();
    }
    isBusy = false;
  }

  /** Makes one page at a time, with pauses, so that visitors' own pages and calls come in between. */
  async function renderAll(): Promise<void> {
    for (const [index, look] of warmLooks.entries()) {
      if (index > 0) await pause(pauseMs, signal);
      if (signal.aborted) return;
      // A failure is reported to the visitor who requests the page.
      await pages.get('/', look).catch(() => {});
    }
  }

  return {
    start() {
      unsubscribe = [market.onChange(() => void warm()), rates.onChange(() => void warm())];
      void warm();
    },
    stop() {
      stopping.abort();
      for (const end of unsubscribe) end();
    },
  };
}

async function pauseFor(ms: Milliseconds, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { ref: false, signal }).catch(() => undefined);
}

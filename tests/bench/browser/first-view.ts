import type { Browser, CDPSession, Page } from '@playwright/test';
import { currencyCookie } from '#contract/currencies/currency-cookie.ts';

/** The cost and timing of a first visit. Times are milliseconds since the navigation began. */
export interface FirstView {
  readonly largestPaint: number;
  /** When the first row with a price was painted. */
  readonly tableVisible: number;
  readonly layoutShift: number;
  /** For each task on the main thread, the time beyond 50 ms, from the first paint until the network is idle. */
  readonly totalBlocking: number;
  /** Bytes on the wire, with headers, as compressed. */
  readonly scriptBytes: number;
  readonly totalBytes: number;
  readonly requests: number;
  /** Requests answered completely before the table was visible, including the page: it may have waited for these. */
  readonly requestsBeforeTable: number;
  /** Requests started before the table was visible, awaited or not. */
  readonly requestsStartedBeforeTable: number;
}

/**
 * Slow 4G (150 ms, 1638.4 kbit/s down, 750 up), as Lighthouse emulates it in the browser: a request latency of 3.75
 * round trips, because the browser delays requests and not packets, and nine tenths of the throughput. In milliseconds
 * and bytes per second.
 */
const slow4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1638.4 * 0.9 * 1000) / 8,
  uploadThroughput: (750 * 0.9 * 1000) / 8,
};
const slowdown = 4;
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

interface Traffic {
  /** Milliseconds since 1970, like `endedAt`. */
  readonly startedAt: number;
  /** The browser's own clock at that instant, in seconds. */
  readonly timestamp: number;
  readonly isScript: boolean;
  endedAt: number;
  bytes: number;
}

/** Visits an address once, as a slow phone with an empty cache and a slow network, reading prices in a currency. */
export async function measureFirstView(browser: Browser, url: string, currency: string): Promise<FirstView> {
  const context = await browser.newContext(phone);
  try {
    await context.addCookies([{ name: currencyCookie, value: currency, url }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await watchTraffic(session);
    await session.send('Network.emulateNetworkConditions', slow4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(observePage);
    await page.goto(url, { waitUntil: 'networkidle' });
    const timing = await readTiming(page);
    const all = [...traffic.values()];
    const tableAt = timing.origin + timing.tableVisible;
    const sum = (some: readonly Traffic[]) => some.reduce((total, { bytes }) => total + bytes, 0);
    return {
      largestPaint: timing.largestPaint,
      tableVisible: timing.tableVisible,
      layoutShift: timing.layoutShift,
      totalBlocking: timing.totalBlocking,
      scriptBytes: sum(all.filter(({ isScript }) => isScript)),
      totalBytes: sum(all),
      requests: all.length,
      requestsBeforeTable: all.filter(({ endedAt }) => endedAt < tableAt).length,
      requestsStartedBeforeTable: all.filter(({ startedAt }) => startedAt < tableAt).length,
    };
  } finally {
    await context.close();
  }
}

/** Records every request over the network from now on. */
async function watchTraffic(session: CDPSession): Promise<ReadonlyMap<string, Traffic>> {
  const traffic = new Map<string, Traffic>();
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime, timestamp, type }) => {
    if (!request.url.startsWith('http')) return;
    const startedAt = wallTime * 1000;
    const isScript = type === 'Script';
    traffic.set(requestId, { startedAt, timestamp, isScript, endedAt: Number.POSITIVE_INFINITY, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = traffic.get(requestId);
    if (!one) return;
    one.bytes = encodedDataLength;
    one.endedAt = one.startedAt + (timestamp - one.timestamp) * 1000;
  });
  await session.send('Network.enable');
  return traffic;
}

interface Observed {
  largestPaint: number;
  layoutShift: number;
  tableVisible: number;
  totalBlocking: number;
}

/** Runs in the page before its own scripts. */
function observePage(): void {
  /** Milliseconds from which a task counts as long, as in Lighthouse. */
  const longTask = 50;
  const observed: Observed = { largestPaint: 0, layoutShift: 0, tableVisible: 0, totalBlocking: 0 };
  Object.assign(window, { observed });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) observed.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      observed.layoutShift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  // A task that ends before the first paint blocks no input: there is nothing to press yet.
  new PerformanceObserver((list) => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    for (const { startTime, duration } of list.getEntries()) {
      if (!paint || startTime + duration < paint.startTime) continue;
      observed.totalBlocking += Math.max(0, duration - longTask);
    }
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const row = [...document.querySelectorAll('tbody tr')].find((candidate) =>
      /[$€]\d/.test(candidate.textContent ?? ''),
    );
    if (!row || row.getBoundingClientRect().height === 0) return requestAnimationFrame(look);
    // By the next task after the frame, the row is painted.
    return requestAnimationFrame(() => {
      setTimeout(() => {
        observed.tableVisible = performance.now();
      });
    });
  };
  requestAnimationFrame(look);
}

async function readTiming(page: Page): Promise<Observed & { origin: number }> {
  await page.waitForFunction(() => (window as unknown as { observed: Observed }).observed.tableVisible > 0);
  return page.evaluate(() => ({
    ...(window as unknown as { observed: Observed }).observed,
    origin: performance.timeOrigin,
  }));
}

import { rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import type { Coin } from '#contract/market.ts';
import { browserArguments, findBrowser } from '../../../scripts/browser.mjs';
import { type ChildServer, startChildServer } from '../../support/child-server.ts';
import { type Finding, kibibytes, limited, milliseconds, times } from '../report.ts';
import { median } from '../statistics.ts';
import { type FirstView, measureFirstView } from './first-view.ts';
import { saveRecordings } from './recording.ts';
import { makeStaticPage } from './static-page.ts';

const visits = 5;

interface Views {
  readonly dollars: FirstView[];
  readonly euros: FirstView[];
  readonly staticPage: FirstView[];
}

/**
 * Measures the market page's first view in dollars on a slow phone and network. Compares it with a static page with the
 * same rows, and with the market page in euros.
 */
export async function measureBrowser(altimeter: ChildServer): Promise<Finding[]> {
  const response = await fetch(`${altimeter.url}/api/cryptocurrencies?sparkline=true`);
  const coins = (await response.json()) as Coin[];
  const file = join(tmpdir(), `altimeter-bench-page-${process.pid}.json`);
  await saveRecordings(file, await makeStaticPage(altimeter.url, coins));
  const staticServer = await startChildServer('tests/bench/browser/replay-server.ts', {
    cwd: tmpdir(),
    args: [file],
    env: {},
  });
  const executablePath = process.env.CHROME_PATH ?? findBrowser();
  const browser = await chromium.launch({
    args: browserArguments,
    ...(executablePath && { executablePath }),
  });
  try {
    const views: Views = { dollars: [], euros: [], staticPage: [] };
    // The first visit to each only warms up.
    for (let visit = -1; visit < visits; visit += 1) {
      const dollars = await measureFirstView(browser, `${altimeter.url}/`, 'usd');
      const euros = await measureFirstView(browser, `${altimeter.url}/`, 'eur');
      const plain = await measureFirstView(browser, `${staticServer.url}/`, 'usd');
      if (visit < 0) continue;
      views.dollars.push(dollars);
      views.euros.push(euros);
      views.staticPage.push(plain);
    }
    return listFindings(views, await measureHtml(altimeter.url));
  } finally {
    await Promise.all([browser.close(), staticServer.stop(), rm(file, { force: true })]);
  }
}

/** The bytes of the market page's HTML as compressed with brotli. */
async function measureHtml(url: string): Promise<number> {
  const sizes: number[] = [];
  // A page that has just been made is sent with quick compression until it is compressed well.
  for (let visit = 0; visit < visits; visit += 1) {
    const body = await new Promise<Buffer>((resolve, reject) => {
      get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
        buffer(response).then(resolve, reject);
      }).once('error', reject);
    });
    sizes.push(body.length);
    await wait(1_000);
  }
  return Math.min(...sizes);
}

function listFindings({ dollars: ours, euros, staticPage: theirs }: Views, html: number): Finding[] {
  const of = (views: readonly FirstView[], figure: keyof FirstView) =>
    median(views.map((view) => view[figure]));
  const ratio = (figure: keyof FirstView) => of(ours, figure) / of(theirs, figure);
  const toDollars = (figure: keyof FirstView) => times(of(euros, figure) / of(ours, figure));
  const pair = (what: string, figure: keyof FirstView, format: (value: number) => string): Finding => ({
    what: `${what}: Altimeter, static page`,
    measured: `${format(of(ours, figure))}, ${format(of(theirs, figure))}`,
  });
  const count = (value: number) => value.toFixed(0);
  return [
    pair('Largest contentful paint', 'largestPaint', milliseconds),
    limited(
      'Largest contentful paint, compared with the static page',
      ratio('largestPaint'),
      { atMost: 1.2 },
      times,
    ),
    pair('Table visible', 'tableVisible', milliseconds),
    limited('Table visible, compared with the static page', ratio('tableVisible'), { atMost: 1.3 }, times),
    pair('Total blocking time', 'totalBlocking', milliseconds),
    pair('Bytes', 'totalBytes', kibibytes),
    pair('Requests', 'requests', count),
    limited('HTML, brotli', html, { atMost: 18 * 1024 }, kibibytes),
    limited('Script on the wire', of(ours, 'scriptBytes'), { atMost: 100 * 1024 }, kibibytes),
    pair('Requests started before the table', 'requestsStartedBeforeTable', count),
    limited('Requests answered before the table', of(ours, 'requestsBeforeTable'), { atMost: 4 }, count),
    {
      what: 'In euros, compared with dollars: largest contentful paint',
      measured: toDollars('largestPaint'),
    },
    { what: 'In euros, compared with dollars: table visible', measured: toDollars('tableVisible') },
    { what: 'In euros, compared with dollars: bytes', measured: toDollars('totalBytes') },
    limited('Layout shift', of(ours, 'layoutShift'), { atMost: 0.02 }, (value) => value.toFixed(3)),
  ];
}

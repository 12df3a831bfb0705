import { gzipSync } from 'node:zlib';
import type { Coin } from '#contract/market.ts';
import { changeVariant, formatPercent } from '../../../web/lib/formats.ts';
import { formatMarketCap, formatPrice } from '../../../web/lib/money/money-formats.ts';
import { sparklineHeight, toSparkline } from '../../../web/market/table/sparkline-shape.ts';
import { type RecordedAnswer, recordAnswer } from './recording.ts';

/*
 * The best possible first view: one hand-written page with the same 100 rows (rank, star, logo and link, price, change,
 * market cap, sparkline), inline styles, no script, no font.
 */

const styles = `
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; }
main { max-width: 1200px; margin: auto; padding: 16px; }
table { width: 100%; border-collapse: collapse; }
th, td { height: 46px; padding: 0 8px; text-align: right; border-bottom: 1px solid gainsboro; }
td:nth-child(3), th:nth-child(3) { text-align: left; }
img { vertical-align: middle; margin-right: 8px; }
svg { width: 108px; height: 28px; fill: none; stroke: green; }
.destructive { color: firebrick; }
.destructive svg { stroke: firebrick; }
@media (max-width: 768px) { th:nth-child(n + 6), td:nth-child(n + 6) { display: none; } }`;

/** The page and its logos, as answers to replay. The logos are Altimeter's own bytes. */
export async function makeStaticPage(origin: string, coins: readonly Coin[]): Promise<RecordedAnswer[]> {
  const logos = await Promise.all(coins.map(({ id }) => recordAnswer(origin, logoPath(id))));
  const body = gzipSync(renderPage(coins), { level: 9 });
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': body.length,
  };
  const page = {
    path: '/',
    etag: undefined,
    contentType: 'text/html',
    headers,
    notModifiedHeaders: {},
    body: body.toString('base64'),
    text: undefined,
  };
  return [page, ...logos];
}

function renderPage(coins: readonly Coin[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cryptocurrency prices</title><style>${styles}</style></head><body><main>
<h1>Track Crypto Like a Pro</h1>
<table><thead><tr><th>#</th><th></th><th>Name</th><th>Price</th><th>24h %</th><th>Market Cap</th><th>Last 7 days</th></tr></thead>
<tbody>${coins.map(renderRow).join('\n')}</tbody></table></main></body></html>`;
}

function renderRow(coin: Coin): string {
  const logo = `<img src="${logoPath(coin.id)}" width="26" height="26" loading="lazy" alt="">`;
  const name = escapeText(coin.name);
  const change = coin.price_change_percentage_24h;
  const week = toSparkline(coin.sparkline_in_7d?.price);
  return `<tr><td>${coin.market_cap_rank}</td><td><button aria-label="Add ${name} to watchlist">☆</button></td>
<td><a href="/coin/${encodeURIComponent(coin.id)}">${logo}${name} <small>${escapeText(coin.symbol.toUpperCase())}</small></a></td>
<td>${formatPrice(coin.current_price)}</td><td class="${changeVariant(change)}">${formatPercent(change)}</td>
<td>${formatMarketCap(coin.market_cap)}</td><td class="${week?.variant}"><svg viewBox="0 0 ${week?.width} ${sparklineHeight}" preserveAspectRatio="none"><path d="${week?.path}"/></svg></td></tr>`;
}

const logoPath = (coinId: string) => `/images/coins/${encodeURIComponent(coinId)}`;
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

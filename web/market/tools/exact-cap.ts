import type { Coin } from '#contract/market.ts';
import type { CoinId, Instant, Milliseconds } from '#contract/units.ts';
import { readApi } from '#web/lib/api-client.ts';
import type { Money } from '#web/lib/money/money.ts';
import type { MarketRow } from '../queries.ts';
import { roundMoney } from '../table/shown-figures.ts';

type Caps = ReadonlyMap<CoinId, number | null>;

const path = '/api/cryptocurrencies?vs_currency=usd&order=market_cap_desc&per_page=100&page=1';
/** The provider's figures change once a minute. */
const maxAge: Milliseconds = 60_000;
let fetched: { readonly at: Instant; readonly caps: Promise<Caps> } | undefined;

/**
 * Sets the title of a table cell to the market cap with all digits. Rows read from the page's HTML lack it, so it is
 * fetched here, and shown only if it rounds to the figure in the cell.
 */
export async function showExactCap(
  cell: HTMLElement,
  { id, market_cap, exactCap }: Pick<MarketRow, 'id' | 'market_cap' | 'exactCap'>,
  { isDollars, exactAmount }: Pick<Money, 'isDollars' | 'exactAmount'>,
): Promise<void> {
  const known = isDollars ? exactCap : market_cap;
  const cap = known === undefined ? await findCap(id) : known;
  const isSame = !isDollars || roundMoney(cap) === market_cap;
  cell.title = (isSame && exactAmount(cap)) || '';
  // The tooltip only reads titles when the pointer enters.
  if (cell.matches(':hover')) cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
}

async function findCap(id: CoinId): Promise<number | null> {
  const now = Date.now();
  if (!fetched || Math.abs(now - fetched.at) > maxAge) fetched = { at: now, caps: readCaps() };
  return (await fetched.caps).get(id) ?? null;
}

async function readCaps(): Promise<Caps> {
  // After a failure, there are no titles until `maxAge` has passed.
  const coins = await readApi<Coin[]>(path).catch(() => []);
  return new Map(coins.map(({ id, market_cap }) => [id, market_cap]));
}

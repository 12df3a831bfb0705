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
let asked: { readonly at: Instant; readonly caps: Promise<Caps> } | undefined;

/**
 * Gives a cell of the table its market cap with all digits as a title. The page's HTML does not have them: for its rows
 * they are asked for here, and shown where they are those of the figure in the cell.
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
  // The tooltip asks for titles as the pointer arrives.
  if (cell.matches(':hover')) cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
}

async function findCap(id: CoinId): Promise<number | null> {
  const now = Date.now();
  if (!asked || Math.abs(now - asked.at) > maxAge) asked = { at: now, caps: readCaps() };
  return (await asked.caps).get(id) ?? null;
}

async function readCaps(): Promise<Caps> {
  // Without an answer there are no titles for a while.
  const coins = await readApi<Coin[]>(path).catch(() => []);
  return new Map(coins.map(({ id, market_cap }) => [id, market_cap]));
}

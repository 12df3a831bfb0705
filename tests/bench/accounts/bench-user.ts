import type { Coin } from '#contract/market.ts';
import type { Holding } from '#contract/portfolio.ts';

/** The numbers of coins that the user watches and of holdings. */
export const watchedCount = 10;
export const holdingCount = 20;

/** Signs up a user who watches coins and holds some. Returns what the measured calls need. */
export async function addBenchUser(url: string): Promise<{ authorization: string; portfolioId: string }> {
  const coins = (await (await fetch(`${url}/api/cryptocurrencies?per_page=250`)).json()) as Coin[];
  const person = { email: 'bench@example.com', firstName: 'Ada', lastName: 'Bench' };
  const { token } = await post<{ token: string }>(`${url}/api/auth/signup`, person);
  const authorization = `Bearer ${token}`;
  let portfolioId = '';
  // Spread over the whole list, not only its top.
  const chosen = coins
    .filter((_, index) => index % Math.floor(coins.length / holdingCount) === 0)
    .slice(0, holdingCount);
  for (const [index, { id: coinId, symbol, name }] of chosen.entries()) {
    const coin = { coinId, symbol, name };
    if (index < watchedCount) await post(`${url}/api/watchlist`, coin, authorization);
    const holding = { ...coin, amount: `${index + 1}.12345678`, purchasePrice: `${index + 1}00.25` };
    ({ portfolioId } = await post<Holding>(`${url}/api/portfolio`, holding, authorization));
  }
  return { authorization, portfolioId };
}

async function post<T>(url: string, body: object, authorization?: string): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

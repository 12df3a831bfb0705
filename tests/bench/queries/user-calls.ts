import type { Alert } from '#contract/alerts/alerts.ts';
import type { Holding } from '#contract/portfolio.ts';
import { perUser } from './fill.ts';

type Call = (method: string, path: string, body?: object) => Promise<unknown>;

/** Calls as one user. Throws for any answer other than a success. */
function callAs(url: string, token?: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** Signs up the user of the bench, with the data that every user of the filled database gets. Returns the token. */
export async function addUser(url: string): Promise<string> {
  const person = { email: 'bench@example.com', firstName: 'Ada', lastName: 'Bench' };
  const { token } = (await callAs(url)('POST', '/api/auth/signup', person)) as { token: string };
  const call = callAs(url, token);
  const coins = (await call('GET', `/api/cryptocurrencies?per_page=${perUser}`)) as Coin[];
  for (const coin of coins) {
    await call('POST', '/api/watchlist', nameCoin(coin));
    await call('POST', '/api/portfolio', { ...nameCoin(coin), amount: '1.5', purchasePrice: '100' });
    await call('POST', '/api/alerts', {
      ...nameCoin(coin),
      condition: 'price_above',
      threshold: '1000000000',
    });
  }
  return token;
}

interface Coin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
}
const nameCoin = ({ id, symbol, name }: Coin) => ({ coinId: id, symbol, name });

/** A user's visit: mostly reads, and some writes. */
export async function visit(url: string, token: string): Promise<void> {
  const call = callAs(url, token);
  const reads = ['/api/auth/me', '/api/watchlist', '/api/portfolios', '/api/portfolio', '/api/alerts'];
  for (const path of [...reads, '/api/alerts/history', '/api/auth/sessions']) await call('GET', path);
  const portfolios = (await call('GET', '/api/portfolios')) as { id: string }[];
  await call('GET', `/api/portfolios/${portfolios[0]!.id}/transactions`);
  const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
  await call('DELETE', '/api/watchlist/bitcoin').catch(() => undefined);
  await call('POST', '/api/watchlist', bitcoin);
  const holding = (await call('POST', '/api/portfolio', {
    ...bitcoin,
    amount: '1',
    purchasePrice: '1',
  })) as Holding;
  await call('DELETE', `/api/portfolio/${holding.id}`);
  const alert = (await call('POST', '/api/alerts', {
    ...bitcoin,
    condition: 'price_above',
    threshold: '1000000000',
  })) as Alert;
  await call('DELETE', `/api/alerts/${alert.id}`);
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Coin } from '#contract/market.ts';
import { startAppServer } from '../../support/app-server.ts';
import type { ChildServer } from '../../support/child-server.ts';
import { makeTransactions } from './made-ledger.ts';

const batchSize = 1000;
const watched = 10;

type Env = Readonly<Record<string, string>>;

/** A user, with the token and the portfolio that calls need. */
export interface LedgerUser {
  readonly token: string;
  readonly portfolioId: string;
}

/** A server with users who have a ledger each, and one who has none. */
export interface LedgerServer {
  readonly owners: readonly LedgerUser[];
  /** The first of `owners`. */
  readonly owner: LedgerUser;
  readonly other: LedgerUser;
  readonly coinIds: readonly string[];
  /** The running server. */
  server(): ChildServer;
  /** Starts a new process on the same data. Resolves once it is ready. */
  restart(env?: Env): Promise<ChildServer>;
  stop(): Promise<void>;
}

/** The numbers of transactions and coins in each ledger, and the number of ledgers. */
export interface LedgerSize {
  readonly count: number;
  readonly coins: number;
  /** 1 by default. */
  readonly ledgers?: number;
}

/** Starts a server and fills ledgers through the API, all with the same transactions. */
export async function startLedgerServer(
  env: Env,
  { count, coins: coinCount, ledgers = 1 }: LedgerSize,
): Promise<LedgerServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'altimeter-bench-'));
  const start = async (changed: Env = {}) => {
    const started = await startAppServer({
      MARKET_PROVIDER: 'simulated',
      AUTH_RATE_LIMIT: 'off',
      DEFAULT_TIER: 'premium',
      ...env,
      ...changed,
      DATA_DIR: dataDir,
    });
    while ((await fetch(`${started.url}/readyz`)).status !== 200);
    return started;
  };
  let running = await start();
  const { url } = running;
  const coins = (await (await fetch(`${url}/api/cryptocurrencies?per_page=250`)).json()) as Coin[];
  const coinIds = coins.slice(0, coinCount).map(({ id }) => id);
  const other = await signUp(url, 'other@example.com');
  for (const { id: coinId, symbol, name } of coins.slice(0, watched))
    await send(url, other, 'POST', '/api/watchlist', { coinId, symbol, name });
  const bodies = makeTransactions(count, coinCount).map((made) => toBody(made, coinIds));
  const owners: LedgerUser[] = [];
  for (let index = 0; index < ledgers; index += 1) {
    const owner = await signUp(url, `owner-${index}@example.com`);
    owners.push(owner);
    for (let from = 0; from < bodies.length; from += batchSize)
      await send(url, owner, 'POST', `/api/portfolios/${owner.portfolioId}/transactions`, {
        transactions: bodies.slice(from, from + batchSize),
      });
  }
  return {
    owners,
    owner: owners[0]!,
    other,
    coinIds,
    server: () => running,
    async restart(changed) {
      await running.kill();
      running = await start(changed);
      return running;
    },
    async stop() {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function signUp(url: string, email: string): Promise<LedgerUser> {
  const { token } = await send<{ token: string }>(url, null, 'POST', '/api/auth/signup', {
    email,
    firstName: 'Ada',
    lastName: 'Bench',
  });
  const [main] = await send<{ id: string }[]>(url, { token }, 'GET', '/api/portfolios');
  return { token, portfolioId: main!.id };
}

/** Sends one call. Throws if it is refused. */
export async function send<T>(
  url: string,
  user: Pick<LedgerUser, 'token'> | null,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(user && { authorization: `Bearer ${user.token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}

type Made = ReturnType<typeof makeTransactions>[number];

function toBody({ type, occurredAt, coinId, amount, money, fee }: Made, coinIds: readonly string[]) {
  const coin = { coinId: coinIds[Number(coinId.slice('coin-'.length))], amount };
  const dollars = { currency: 'USD', amount: money };
  return {
    type,
    occurredAt: new Date(occurredAt).toISOString(),
    in: type === 'buy' ? coin : dollars,
    out: type === 'buy' ? dollars : coin,
    fee: { currency: 'USD', amount: fee },
  };
}

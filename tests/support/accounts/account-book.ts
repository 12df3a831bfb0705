import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { updateUserSchema } from '#contract/accounts/accounts.ts';
import { isPositiveDecimal } from '#contract/decimal.ts';
import type { Holding, Portfolio } from '#contract/portfolio.ts';
import { portfolioNameSchema } from '#contract/portfolio.ts';
import type { AccountClient, Answer } from './account-client.ts';

/** One action on an account. `pick` selects its target among the existing items. */
export type AccountAction =
  | { readonly do: 'rename account'; readonly firstName: string; readonly lastName: string }
  | { readonly do: 'watch' | 'stop watching'; readonly coinId: string }
  | { readonly do: 'add portfolio' | 'rename portfolio'; readonly name: string; readonly pick: number }
  | { readonly do: 'remove portfolio' | 'remove holding'; readonly pick: number }
  | {
      readonly do: 'add holding' | 'change holding';
      readonly coinId: string;
      readonly amount: string;
      readonly purchasePrice: string | null;
      readonly pick: number;
    };

/** Names in any script that are allowed and stored unchanged. */
function names(isAllowed: (text: string) => boolean) {
  return fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(isAllowed);
}

const decimals = fc
  .tuple(fc.stringMatching(/^[0-9]{1,12}$/), fc.option(fc.stringMatching(/^[0-9]{1,18}$/)))
  .map(([whole, fraction]) => (fraction === null ? whole : `${whole}.${fraction}`))
  .filter(isPositiveDecimal);

/** Random actions that a user may take, with some of these coins. */
export function accountActions(coinIds: readonly string[]): fc.Arbitrary<AccountAction> {
  const coinId = fc.constantFrom(...coinIds);
  const pick = fc.nat();
  const person = names((text) => {
    const { data } = updateUserSchema.safeParse({ firstName: text, lastName: text });
    return isDeepStrictEqual(data, { firstName: text, lastName: text });
  });
  const name = names((text) => portfolioNameSchema.safeParse({ name: text }).data?.name === text);
  const figures = { coinId, amount: decimals, purchasePrice: fc.option(decimals), pick };
  return fc.oneof(
    fc.record({ do: fc.constant('rename account' as const), firstName: person, lastName: person }),
    fc.record({ do: fc.constantFrom('watch' as const, 'watch' as const, 'stop watching' as const), coinId }),
    fc.record({ do: fc.constantFrom('add portfolio' as const, 'rename portfolio' as const), name, pick }),
    fc.record({ do: fc.constantFrom('remove portfolio' as const, 'remove holding' as const), pick }),
    { arbitrary: fc.record({ do: fc.constant('add holding' as const), ...figures }), weight: 3 },
    fc.record({ do: fc.constant('change holding' as const), ...figures }),
  );
}

interface Kept {
  readonly id: string;
}

/** The expected contents of an account, recorded from the requests; only ids come from the answers. */
export class AccountBook {
  person = { firstName: 'Ada', lastName: 'Lovelace' };
  watchlist: (Kept & { readonly coinId: string })[] = [];
  portfolios: { readonly id: string; name: string; holdings: (Kept & Partial<Holding>)[] }[] = [];
  readonly #client: AccountClient;

  constructor(client: AccountClient) {
    this.#client = client;
  }

  /** Records the portfolio that every account starts with. */
  async open(): Promise<void> {
    const [main] = (await this.#send('GET', '/api/portfolios')).body as unknown as Portfolio[];
    this.portfolios = [{ id: main!.id, name: 'Main', holdings: [] }];
  }

  async perform(action: AccountAction): Promise<void> {
    switch (action.do) {
      case 'rename account':
        this.person = { firstName: action.firstName, lastName: action.lastName };
        await this.#send('PUT', '/api/auth/me', this.person);
        break;
      case 'watch':
      case 'stop watching':
        return this.#watch(action.coinId, action.do === 'watch');
      case 'add holding':
      case 'change holding':
        return this.#hold(action);
      case 'remove holding':
        return this.#removeHolding(action.pick);
      case 'remove portfolio':
        return this.#removePortfolio(action.pick);
      default:
        return this.#namePortfolio(action);
    }
  }

  async #watch(coinId: string, isWanted: boolean): Promise<void> {
    const isThere = this.watchlist.some((item) => item.coinId === coinId);
    if (isWanted === isThere) return;
    if (isWanted) {
      const { body } = await this.#send('POST', '/api/watchlist', { coinId, symbol: 'x', name: 'x' });
      this.watchlist.push({ id: String(body.id), coinId });
    } else {
      await this.#send('DELETE', `/api/watchlist/${coinId}`);
      this.watchlist = this.watchlist.filter((item) => item.coinId !== coinId);
    }
  }

  async #namePortfolio({
    do: what,
    name,
    pick,
  }: Extract<AccountAction, { readonly name: string }>): Promise<void> {
    if (what === 'add portfolio') {
      const { body } = await this.#send('POST', '/api/portfolios', { name });
      this.portfolios.push({ id: String(body.id), name, holdings: [] });
      return;
    }
    const portfolio = pickFrom(this.portfolios, pick)!;
    await this.#send('PUT', `/api/portfolios/${portfolio.id}`, { name });
    portfolio.name = name;
  }

  async #removePortfolio(pick: number): Promise<void> {
    // The last portfolio can't be removed.
    if (this.portfolios.length === 1) return;
    const portfolio = pickFrom(this.portfolios, pick)!;
    await this.#send('DELETE', `/api/portfolios/${portfolio.id}`);
    this.portfolios = this.portfolios.filter((other) => other !== portfolio);
  }

  async #hold(action: Extract<AccountAction, { readonly amount: string }>): Promise<void> {
    const { coinId, amount, purchasePrice, pick } = action;
    const portfolio = pickFrom(this.portfolios, pick)!;
    if (action.do === 'add holding') {
      const portfolioId = portfolio.id;
      const coin = { coinId, symbol: 'x', name: 'x' };
      const holding = { ...coin, amount, purchasePrice, portfolioId };
      const { body } = await this.#send('POST', '/api/portfolio', holding);
      portfolio.holdings.push({ id: String(body.id), portfolioId, coinId, amount, purchasePrice });
      return;
    }
    const holding = pickFrom(portfolio.holdings, pick);
    if (!holding) return;
    await this.#send('PUT', `/api/portfolio/${holding.id}`, { amount, purchasePrice });
    Object.assign(holding, { amount, purchasePrice });
  }

  async #removeHolding(pick: number): Promise<void> {
    const portfolio = pickFrom(this.portfolios, pick)!;
    const holding = pickFrom(portfolio.holdings, pick);
    if (!holding) return;
    await this.#send('DELETE', `/api/portfolio/${holding.id}`);
    portfolio.holdings = portfolio.holdings.filter((other) => other !== holding);
  }

  async #send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<Answer> {
    const answer = await this.#client.call(method, url, body);
    if (answer.status >= 300) throw new Error(`${method} ${url} answered ${answer.status}: ${answer.text}`);
    return answer;
  }
}

function pickFrom<T>(all: readonly T[], pick: number): T | undefined {
  return all[pick % Math.max(1, all.length)];
}

import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '#contract/ledger/imports.ts';
import { indexCoins } from '#server/market/directory/service.ts';
import type { CoinName } from '#server/market/service.ts';
import { plainDraft } from '../../../../tests/support/imports/plain-draft.ts';
import { fakeCoin, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import type { Draft } from '../readers/draft.ts';
import { UseCollector } from './collect-uses.ts';
import { createIdentifyCoins } from './identify-coins.ts';
import { findEra } from './ticker-eras.ts';

const day = 86_400_000;
const first = Date.UTC(2023, 0, 1);

function draftOf(ticker: string, at: number, amount: string, paid: string | null): Draft {
  return {
    ...plainDraft,
    type: paid === null ? 'transfer' : 'buy',
    occurredAt: at,
    in: paid === null ? null : { ticker, name: null, coinId: null, amount },
    out: paid === null ? { ticker, name: null, coinId: null, amount } : { currency: 'USD', amount: paid },
  };
}

interface World {
  readonly coins: readonly CoinName[];
  readonly listed?: readonly string[];
  /** In dollars, the same on every day. Coins not listed have no known price. */
  readonly prices: ReadonlyMap<string, number>;
}

function identifier({ coins, listed = [], prices }: World) {
  const snapshot = fakeSnapshot({
    coins: coins
      .filter(({ coinId }) => listed.includes(coinId))
      .map(({ coinId, symbol, name }) => fakeCoin(coinId, { symbol, name })),
  });
  return createIdentifyCoins({
    getDirectory: () => indexCoins(coins, snapshot),
    market: { status: () => ({ source: 'coingecko', state: 'live', asOf: null }) as never },
    rates: {
      readRates: async (wanted) =>
        wanted.map(({ currency }) => (currency === 'usd' ? { value: '1', at: 0, source: 'test' } : null)),
    },
    closes: {
      readCloses: async (wanted) =>
        wanted.map(({ coinId }) => {
          const price = prices.get(coinId);
          return price === undefined ? null : { value: String(price), at: 0, source: 'test' };
        }),
    },
  });
}

async function identify(world: World, drafts: readonly Draft[], remembered = new Map<string, string>()) {
  const uses = new UseCollector('binance');
  for (const draft of drafts) uses.add(draft);
  return identifier(world)('binance', uses.list(), remembered);
}

describe('the coins of a file', () => {
  it('are never silently wrong where tickers collide, and nearly always found', async () => {
    const coins: CoinName[] = [];
    const prices = new Map<string, number>();
    const truth = new Map<string, string>();
    const drafts: Draft[] = [];
    for (let ticker = 0; ticker < 300; ticker += 1) {
      const symbol = `TK${ticker}`;
      const count = 2 + (ticker % 4);
      for (let one = 0; one < count; one += 1) {
        const coinId = `coin-${ticker}-${one}`;
        coins.push({ coinId, symbol: symbol.toLowerCase(), name: coinId });
        // A few pairs cost the same and can't be told apart.
        prices.set(coinId, ticker % 60 === 0 ? 5 : 0.01 * 7 ** one * (1 + ticker));
      }
      truth.set(symbol, `coin-${ticker}-${ticker % count}`);
    }
    for (let row = 0; row < 10_000; row += 1) {
      const symbol = `TK${row % 300}`;
      const price = prices.get(truth.get(symbol)!)! * (0.85 + 0.3 * ((row % 17) / 16));
      drafts.push(draftOf(symbol, first + (row % 300) * day, '3', String(price * 3)));
    }
    const choices = await identify({ coins, prices }, drafts);
    const wrong = choices.filter(({ coin, ticker }) => coin && coin.coinId !== truth.get(ticker));
    expect(wrong).toEqual([]);
    const unclear = choices.filter(({ coin }) => coin === null);
    expect(unclear).toHaveLength(5);
    expect((300 - unclear.length) / 300).toBeGreaterThanOrEqual(0.95);
    for (const { candidates } of unclear) {
      expect(candidates.length).toBeGreaterThan(1);
      expect(candidates[0]!.likelihood).toBeGreaterThan(0);
    }
  });

  it('are asked about if the price of a candidate is unknown', async () => {
    const coins = ['one', 'two'].map((coinId) => ({ coinId, symbol: 'tk', name: coinId }));
    const [choice] = await identify({ coins, prices: new Map([['one', 10]]) }, [
      draftOf('TK', first, '1', '10'),
    ]);
    expect(choice!.coin).toBeNull();
    expect(choice!.candidates.map(({ coinId }) => coinId)).toEqual(['one', 'two']);
  });

  it('are asked about if no row implies a price, or no coin has the ticker', async () => {
    const coins = [{ coinId: 'one', symbol: 'tk', name: 'One' }];
    const [alone, none] = await identify({ coins, prices: new Map() }, [
      draftOf('TK', first, '1', null),
      draftOf('ETH2', first, '1', null),
    ]);
    expect(alone!.coin).toBeNull();
    expect(none).toMatchObject({ coin: null, candidates: [], reason: expect.stringContaining('ETH2') });
  });

  it('are the well-known ones, unless only another coin had that price', async () => {
    const coins = [
      { coinId: 'solana', symbol: 'sol', name: 'Solana' },
      { coinId: 'sola-token', symbol: 'sol', name: 'Sola' },
    ];
    const prices = new Map([
      ['solana', 100],
      ['sola-token', 0.01],
    ]);
    const price = async (paid: string | null) =>
      (await identify({ coins, prices }, [draftOf('SOL', first, '1', paid)]))[0]!.coin?.coinId;
    expect(await price(null)).toBe('solana');
    expect(await price('96')).toBe('solana');
    expect(await price('0.011')).toBe('sola-token');
    expect(await price('5')).toBeUndefined();
  });

  it('are none that did not exist yet, also if a row with a later date comes first', async () => {
    const coins = [
      { coinId: 'jupiter-exchange-solana', symbol: 'jup', name: 'Jupiter' },
      { coinId: 'jupiter', symbol: 'jup', name: 'Jupiter Project' },
    ];
    const listed = ['jupiter-exchange-solana'];
    const later = draftOf('JUP', Date.UTC(2024, 5, 1), '1', null);
    const earlier = draftOf('JUP', Date.UTC(2021, 5, 1), '1', null);
    const find = async (world: World, drafts: Draft[]) => (await identify(world, drafts))[0]!;
    const world = { coins, listed, prices: new Map<string, number>() };
    expect((await find(world, [later])).coin?.coinId).toBe('jupiter-exchange-solana');
    const asked = await find(world, [later, earlier]);
    expect(asked.coin).toBeNull();
    expect(asked.candidates.map(({ coinId }) => coinId).sort()).toEqual([
      'jupiter',
      'jupiter-exchange-solana',
    ]);
    expect((await find({ ...world, coins: coins.slice(0, 1) }, [earlier])).coin).toBeNull();
    const priced = { ...world, prices: new Map([['jupiter-exchange-solana', 1]]) };
    const bought = draftOf('JUP', Date.UTC(2024, 5, 1), '1', '1');
    expect((await find(priced, [bought])).coin?.coinId).toBe('jupiter-exchange-solana');
    expect((await find(priced, [bought, earlier])).coin).toBeNull();
  });

  it('are not those that took a ticker over later, whatever their name', async () => {
    const coins = [
      { coinId: 'terra-luna', symbol: 'lunc', name: 'Terra Luna Classic' },
      { coinId: 'terra-luna-2', symbol: 'luna', name: 'Terra' },
      { coinId: 'luna-coin', symbol: 'luna', name: 'Luna Coin' },
    ];
    const find = async (year: number, name: string) => {
      const uses = new UseCollector('delta');
      const draft = draftOf('LUNA', Date.UTC(year, 5, 1), '1', null);
      uses.add({ ...draft, out: { ticker: 'LUNA', name, coinId: null, amount: '1' } });
      const [choice] = await identifier({ coins, prices: new Map() })('delta', uses.list(), new Map());
      return choice!.coin?.coinId;
    };
    expect(await find(2021, 'Terra')).toBe('terra-luna');
    expect(await find(2023, 'Terra')).toBe('terra-luna-2');
    expect(await find(2021, 'Luna Coin')).toBe('luna-coin');
  });

  it('are asked about while some had exchanged a coin for its successor and others had not', async () => {
    const coins = [
      { coinId: 'bittorrent', symbol: 'btt', name: 'BitTorrent' },
      { coinId: 'bittorrent-old', symbol: 'bttold', name: 'BitTorrent [OLD]' },
    ];
    const listed = ['bittorrent'];
    const prices = new Map([
      ['bittorrent', 0.0000021],
      ['bittorrent-old', 0.0021],
    ]);
    const find = async (day: number, paid: string | null) => {
      const uses = new UseCollector('cointracking');
      uses.add(draftOf('BTT', Date.UTC(2022, 0, day), '1000', paid));
      const [choice] = await identifier({ coins, listed, prices })('cointracking', uses.list(), new Map());
      return choice!.coin?.coinId ?? choice!.candidates.map(({ coinId }) => coinId).sort();
    };
    expect(await find(11, null)).toBe('bittorrent-old');
    expect(await find(15, null)).toEqual(['bittorrent', 'bittorrent-old']);
    expect(await find(15, '2.2')).toBe('bittorrent-old');
    expect(await find(15, '0.0022')).toBe('bittorrent');
    expect(await find(25, null)).toBe('bittorrent');
  });

  it('are those the user chose before', async () => {
    const coins = ['one', 'two'].map((coinId) => ({ coinId, symbol: 'tk', name: coinId }));
    const [choice] = await identify(
      { coins, prices: new Map() },
      [draftOf('TK', first, '1', null)],
      new Map([['coin:TK', 'two']]),
    );
    expect(choice!.coin?.coinId).toBe('two');
  });

  it('follow a ticker that changed its coin', async () => {
    const coins = ['terra-luna', 'terra-luna-2'].map((coinId) => ({ coinId, symbol: 'luna', name: coinId }));
    const choices = await identify({ coins, prices: new Map() }, [
      draftOf('LUNA', Date.UTC(2021, 5, 1), '1', null),
      draftOf('LUNA', Date.UTC(2023, 5, 1), '1', null),
    ]);
    expect(choices.map(({ coin }) => coin?.coinId)).toEqual(['terra-luna', 'terra-luna-2']);
    const coinOf = (ticker: string, year: number, exchange: ImportFormat) =>
      findEra(ticker, Date.UTC(year, 5, 1), exchange)?.coinId;
    expect([2021, 2023].map((year) => coinOf('LUNA', year, 'kraken'))).toEqual(['terra-luna', 'terra-luna']);
    expect(coinOf('LUNA2', 2023, 'kraken')).toBe('terra-luna-2');
    const renamed = Date.UTC(2022, 4, 28, 22, 57, 37);
    expect(['LUNA', 'LUNC', 'UST'].map((ticker) => findEra(ticker, renamed, 'binance')?.coinId)).toEqual([
      'terra-luna',
      'terra-luna',
      'terrausd',
    ]);
    expect(findEra('LUNA', renamed, 'kucoin')?.coinId).toBe('terra-luna-2');
    expect(findEra('LUNA', Date.UTC(2022, 4, 31), 'binance')?.coinId).toBe('terra-luna-2');
    // CoinTracking numbers coins of one ticker, and its LUNA is an older coin.
    expect([2021, 2023].map((year) => coinOf('LUNA2', year, 'cointracking'))).toEqual([
      'terra-luna',
      'terra-luna',
    ]);
    expect(coinOf('LUNA3', 2023, 'cointracking')).toBe('terra-luna-2');
    expect([2021, 2023].map((year) => coinOf('LUNA', year, 'bitvavo'))).toEqual(['terra-luna', 'terra-luna']);
    expect(coinOf('LUNA2', 2023, 'bitvavo')).toBe('terra-luna-2');
    expect([2021, 2023].map((year) => coinOf('LUNA', year, 'gemini'))).toEqual(['terra-luna', 'terra-luna']);
    // Binance exchanged its BTT some days after others, and calls the new coin BTTC.
    const exchanged = Date.UTC(2022, 0, 16);
    expect(findEra('BTT', exchanged, 'binance')).toEqual({ name: null, coinId: 'bittorrent-old' });
    expect(findEra('BCC', Date.UTC(2018, 0, 1), 'binance')?.coinId).toBe('bitcoin-cash');
    expect(findEra('BCC', Date.UTC(2018, 0, 1), 'kraken')).toBeNull();
  });
});

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { collectGarbage } from '#server/platform/thread-heap.ts';
import { formatDay } from '#server/platform/utc-day.ts';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { FakePastValues, MemoryLedger } from '../../../../tests/support/portfolio/memory-ledger.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { parseMoney } from '../engine/fixed-point.ts';
import { PortfolioLedger } from './portfolio-ledger.ts';

const [count, firstDay] = [300, 18_000];

/** One purchase a day, paid in dollars. */
const buys = Array.from({ length: count }, (_, index) =>
  entryOf(`b${index}`, 'buy', formatDay(firstDay + index), { in: '1 bitcoin', out: '9 USD' }),
);

function createPortfolio(entries = buys) {
  const ledger = new MemoryLedger(entries);
  const past = new FakePastValues();
  const portfolio = new PortfolioLedger('portfolio', { source: ledger, past, now: () => 0 });
  let revision = 1;
  return {
    ledger,
    past,
    portfolio,
    /** Opens the ledger in a currency and returns the portfolio's size. */
    async open(currency: string): Promise<number> {
      const choice = { method: 'fifo', scope: 'portfolio', currency, at: null } as const;
      await portfolio.work(revision, () => portfolio.open(choice));
      return portfolio.size;
    },
    next() {
      revision += 1;
    },
  };
}

const currencies = Array.from(
  { length: 40 },
  (_, index) => `Q${String.fromCharCode(65 + (index % 26))}${index}`,
);

/** Purchases, and sales that each name a lot of every one of them. */
function namedLots(): LedgerEntry[] {
  const ids = Array.from({ length: 200 }, (_, index) => `p${index}`);
  const lots = ids.map((transactionId) => ({ transactionId, amount: 1n }));
  return [
    ...ids.map((id) => entryOf(id, 'buy', '2020-01-01', { in: '9 bitcoin', out: '7 USD' })),
    ...ids.map((id) => entryOf(`s${id}`, 'sell', '2021-01-01', { out: '1 bitcoin', in: '9 USD' }, { lots })),
  ];
}

it('A large ledger, and one that moves many lots, are built in pieces, between which other calls run', async () => {
  const many = Array.from({ length: 5000 }, (_, index) =>
    entryOf(`b${index}`, 'buy', formatDay(firstDay), { in: '1 bitcoin', out: '9 USD' }),
  );
  const [, turns] = await countTurns(createPortfolio(many).open('USD'));
  expect(turns).toBeGreaterThanOrEqual(10);

  const moves = Array.from({ length: 50 }, (_, index) => {
    const [wallet, toWallet] = index % 2 ? ['safe', 'main'] : ['main', 'safe'];
    return entryOf(
      `t${index}`,
      'transfer',
      formatDay(firstDay + 1000 + index),
      { out: '300 bitcoin' },
      { wallet, toWallet },
    );
  });
  const { portfolio } = createPortfolio([...buys, ...moves]);
  const choice = { method: 'fifo', scope: 'wallet', currency: 'USD', at: null } as const;
  const [ledger, ofMoves] = await countTurns(portfolio.work(1, () => portfolio.open(choice)));
  // Fifty times three hundred lots.
  expect(ofMoves).toBeGreaterThanOrEqual(25);
  expect(ledger.figuresOf('bitcoin')?.lots.map(({ wallet }) => wallet)).toEqual(Array(300).fill('main'));
});

it('Of the rates of earlier days that a large ledger uses, only some are told, which blocks no other calls', async () => {
  const many = Array.from({ length: 1500 }, (_, index) =>
    entryOf(`b${index}`, 'buy', formatDay(firstDay + index), { in: '1 bitcoin', out: '9 EUR' }),
  );
  const today = formatDay(firstDay + 1499);
  const past = new FakePastValues();
  vi.spyOn(past, 'readRates').mockImplementation(async (wanted) =>
    wanted.map(({ day }) => ({
      ...{ value: '0.9', source: 'ecb' },
      at: Date.parse(day) - (day === today ? 0 : 1),
    })),
  );
  const parts = { source: new MemoryLedger(many), past, now: () => Date.parse(today) };
  const portfolio = new PortfolioLedger('portfolio', parts);
  const choice = { method: 'fifo', scope: 'portfolio', currency: 'USD', at: null } as const;
  const values = await portfolio.work(1, async () => {
    await portfolio.open(choice);
    return portfolio.listProvisional();
  });
  expect(values).toHaveLength(1001);
  expect(values[0]).toMatchObject({ name: 'EUR', day: today });
});

describe('the lots that sales name', () => {
  it('count towards the size of the portfolio, as do those that a ledger matched', async () => {
    const { ledger, open, next, portfolio } = createPortfolio(namedLots());
    const named = await open('USD');
    expect(named).toBeGreaterThan(40_000 * 100);
    const choice = { method: 'specific', scope: 'portfolio', currency: 'USD', at: null } as const;
    const opened = await portfolio.work(1, () => portfolio.open(choice));
    opened.figuresOf('bitcoin')?.listDisposals();
    expect(portfolio.size - named).toBeGreaterThan(40_000 * 100);
    for (const { id } of namedLots()) {
      ledger.remove(id);
      next();
    }
    expect(await open('USD')).toBeLessThan(100_000);
  });
});

it('Coins and the wallets they are in count towards the size of the portfolio', async () => {
  const gifts = (coins: number, wallets: number) =>
    Array.from({ length: 200 }, (_, index) =>
      entryOf(
        `i${index}`,
        'buy',
        '2024-01-01',
        { in: `1 coin-${index % coins}`, out: '1 USD' },
        { wallet: `w${index % wallets}` },
      ),
    );
  const one = await createPortfolio(gifts(1, 1)).open('USD');
  const inWallets = await createPortfolio(gifts(1, 200)).open('USD');
  const ofCoins = await createPortfolio(gifts(200, 1)).open('USD');
  expect(inWallets - one).toBeGreaterThan(50_000);
  expect(ofCoins - one).toBeGreaterThan(500_000);
});

it('A portfolio with more than 5,000 coins is refused until some are gone', async () => {
  const held = Array.from({ length: 2501 }, (_, index) =>
    entryOf(`e${index}`, 'swap', '2024-01-01', { in: `1 coin-${index}`, out: `1 other-${index}` }),
  );
  const { ledger, open, next } = createPortfolio(held);
  const refusal = {
    code: 'conflict',
    status: 409,
    message: expect.stringContaining('5,000 different coins'),
  };
  await expect(open('USD')).rejects.toMatchObject(refusal);
  ledger.remove('e7');
  next();
  await open('USD');
  ledger.put(entryOf('again', 'gift_in', '2024-01-02', { in: '1 coin-8' }));
  next();
  await open('USD');
  ledger.put(entryOf('more', 'gift_in', '2024-01-02', { in: '1 coin-9999' }));
  next();
  await expect(open('USD')).rejects.toMatchObject(refusal);
});

describe('the values of a portfolio', () => {
  it('count towards its size', async () => {
    const { open } = createPortfolio();
    const [dollars, others] = [await open('USD'), await open('QAA')];
    expect(others - dollars).toBeGreaterThan(count * 600);
  });

  it('are kept for four currencies', async () => {
    const { open, past } = createPortfolio();
    const sizes: number[] = [];
    for (const currency of currencies) sizes.push(await open(currency));
    expect(sizes.at(-1)).toBe(sizes[3]);
    const read = vi.spyOn(past, 'readRates');
    for (const currency of currencies.slice(-4)) await open(currency);
    expect(read).not.toHaveBeenCalled();
    await open(currencies[0]!);
    expect(read).toHaveBeenCalled();
  });

  it('include those of payments in a currency whose own values were dropped', async () => {
    const paid = entryOf('e', 'buy', '2024-01-01', { in: '1 bitcoin', out: '90 EUR' });
    const { open, past, portfolio } = createPortfolio([...buys, paid]);
    past.rates.set('EUR 2024-01-01', '0.9');
    for (const currency of ['EUR', 'USD', 'QAA', 'QAB', 'USD', 'QAC']) await open(currency);
    const dollars = { method: 'lifo', scope: 'portfolio', currency: 'USD', at: null } as const;
    const opened = await portfolio.work(1, () => portfolio.open(dollars));
    expect(opened.figuresOf('bitcoin')?.costBasis).toBe(parseMoney(`${count * 9 + 100}`));
  });

  it('do not pile up when transactions are added and removed again and again', async () => {
    const { ledger, open, next } = createPortfolio([]);
    const sizes: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      const added = Array.from({ length: 100 }, (_, index) =>
        entryOf(`e${index}`, 'income', formatDay(firstDay + index), { in: `1 coin-${round}` }),
      );
      ledger.put(...added);
      next();
      sizes.push(await open('USD'));
      for (const { id } of added) ledger.remove(id);
      for (const _ of added) next();
      sizes.push(await open('USD'));
    }
    expect(Math.max(...sizes)).toBeLessThan(1_000_000);
    expect(sizes[1]).toBeGreaterThan(sizes[0]! / 3);
  });

  it('are read again after a failed attempt', async () => {
    const { open, past } = createPortfolio();
    vi.spyOn(past, 'readRates').mockRejectedValueOnce(new Error('the database is down'));
    await expect(open('EUR')).rejects.toThrow();
    const read = vi.spyOn(past, 'readRates');
    await open('EUR');
    expect(read).toHaveBeenCalled();
  });

  it('leave no change out after a failed attempt', async () => {
    const { ledger, open, past, next, portfolio } = createPortfolio();
    await open('EUR');
    ledger.put(entryOf('sold', 'sell', '2022-01-01', { out: '1 bitcoin', in: '9 USD' }));
    next();
    vi.spyOn(past, 'readRates').mockRejectedValueOnce(new Error('the database is down'));
    await expect(open('EUR')).rejects.toThrow('the database is down');
    const choice = { method: 'fifo', scope: 'portfolio', currency: 'EUR', at: null } as const;
    const opened = await portfolio.work(2, () => portfolio.open(choice));
    expect(opened.figuresOf('bitcoin')?.listDisposals()).toHaveLength(1);
  });
});

it('A kept ledger does not keep the answer of its last call', async () => {
  const { portfolio } = createPortfolio();
  const askFor = async () => new WeakRef(await portfolio.work(1, async () => ({ lots: [] })));
  const answer = await askFor();
  await setImmediate();
  collectGarbage();
  expect(answer.deref()).toBe(undefined);
  expect(portfolio.entries.size).toBe(count);
});

it('A price of today that is read just before midnight is read again after it', async () => {
  const midnight = Date.parse('2024-02-02');
  const clock = { now: midnight - 1 };
  const ledger = new MemoryLedger([entryOf('i', 'income', '2024-02-01', { in: '1 bitcoin' })]);
  const past = new FakePastValues();
  past.closes.set('bitcoin 2024-02-01', '100');
  const portfolio = new PortfolioLedger('portfolio', {
    source: ledger,
    past: {
      readRates: (wanted) => past.readRates(wanted),
      readSpan: (span) => past.readSpan(span),
      async readCloses(wanted) {
        const found = await past.readCloses(wanted);
        clock.now += 2;
        return found;
      },
    },
    now: () => clock.now,
  });
  const choice = { method: 'fifo', scope: 'portfolio', currency: 'USD', at: null } as const;
  const income = async () =>
    portfolio.work(1, async () => (await portfolio.open(choice)).figuresOf('bitcoin')?.income);
  expect(await income()).toBe(parseMoney('100'));
  past.closes.set('bitcoin 2024-02-01', '101');
  clock.now = midnight + 60_000;
  expect(await income()).toBe(parseMoney('101'));
});

it('Nothing is valued by the simulated market any more once the real one is shown', async () => {
  const shown = { market: 'simulated' };
  const ledger = new MemoryLedger([
    entryOf('i', 'income', '2024-02-01', { in: '1 bitcoin' }),
    entryOf('b', 'buy', '2024-02-01', { in: '1 bitcoin', out: '90 EUR' }),
  ]);
  const past = new FakePastValues();
  past.closes.set('bitcoin 2024-02-01', '100');
  past.rates.set('EUR 2024-02-01', '0.9');
  const now = () => Date.parse('2024-05-01');
  const portfolio = new PortfolioLedger('portfolio', {
    source: ledger,
    past,
    now,
    market: () => shown.market,
  });
  const choice = { method: 'fifo', scope: 'portfolio', currency: 'USD', at: null } as const;
  const cost = async () =>
    portfolio.work(1, async () => (await portfolio.open(choice)).figuresOf('bitcoin')?.costBasis);
  expect(await cost()).toBe(parseMoney('200'));
  past.closes.set('bitcoin 2024-02-01', '7');
  past.rates.set('EUR 2024-02-01', '0.3');
  shown.market = 'coingecko';
  expect(await cost()).toBe(parseMoney('307'));
});

it('The rate of an earlier day gives way to that of the day itself once it is imported', async () => {
  const clock = { now: Date.parse('2024-05-01') };
  const source = new MemoryLedger([
    entryOf('b', 'buy', '2024-02-02', { in: '1 bitcoin', out: '90 EUR' }),
    entryOf('c', 'buy', '2024-02-01', { in: '1 bitcoin', out: '90 EUR' }),
  ]);
  const past = new FakePastValues();
  const rates = new Map([['2024-02-01', '0.9']]);
  const readRates: typeof past.readRates = async (wanted) =>
    wanted.map(({ day }) => {
      const own = rates.has(day) ? day : '2024-02-01';
      return { value: rates.get(own)!, at: Date.parse(own), source: 'ecb' };
    });
  const read = vi.fn(readRates);
  const portfolio = new PortfolioLedger('portfolio', {
    ...{ source, now: () => clock.now },
    past: { readCloses: (wanted) => past.readCloses(wanted), readSpan: past.readSpan, readRates: read },
  });
  const choice = { method: 'fifo', scope: 'portfolio', currency: 'USD', at: null } as const;
  const cost = async () =>
    portfolio.work(1, async () => (await portfolio.open(choice)).figuresOf('bitcoin')?.costBasis);
  expect(await cost()).toBe(parseMoney('200'));
  rates.set('2024-02-02', '0.3');
  clock.now += 2 * 60 * 60_000;
  expect(await cost()).toBe(parseMoney('400'));
  // Both are now final.
  clock.now += 2 * 60 * 60_000;
  await cost();
  expect(read).toHaveBeenCalledTimes(2);
});

import { expect, it } from 'vitest';
import { FakeMarket, fakeCoin, fakeNow, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { FakePastValues, MemoryLedger } from '../../../../tests/support/portfolio/memory-ledger.ts';
import { createHoldingPrices } from '../../valuation/holding-prices.ts';
import { createInlineCalculator } from '../calculator/inline-calculator.ts';
import { createReadCoinPrices } from '../figures/coin-prices.ts';
import { createFigureService } from '../figures/service.ts';
import { createProofService } from './service.ts';
import { createShownPrices } from './shown-prices.ts';

function createServices() {
  const source = new MemoryLedger([
    entryOf('b', 'buy', '2025-01-05', { in: '2 bitcoin', out: '10 USD' }),
    entryOf('i', 'income', '2025-02-05', { in: '1 bitcoin' }),
  ]);
  const past = new FakePastValues();
  past.closes.set('bitcoin 2025-02-05', '4');
  const clock = { now: () => fakeNow };
  const coins = [fakeCoin('bitcoin')];
  const market = new FakeMarket({ ...fakeSnapshot(), coins, source: 'simulated' });
  const priceSource = () => market.status().source;
  const getPrices = createHoldingPrices(market, clock);
  const shown = createShownPrices(clock);
  const parts = {
    source,
    calculator: createInlineCalculator({ source, past, now: clock.now }),
    checkCurrency: async () => undefined,
    readPrices: createReadCoinPrices({ getPrices, past, priceSource, clock }),
    clock,
  };
  const fail = async () => Promise.reject(new Error('not called'));
  const figures = createFigureService({
    ...parts,
    readNames: async () => new Map(),
    readEntry: fail,
    noteShown: shown.note,
  });
  const proofs = createProofService({
    ...parts,
    findShown: async (key) => shown.find(key),
    proveLine: fail,
    proveByRules: fail,
    priceSource,
  });
  const prove = async (asOf?: string): Promise<string | undefined> => {
    const user = { id: source.userId, tier: 'free' } as const;
    const json = await proofs.prove(user, source.portfolioId, {
      ...{ figure: 'value', asOf, with: [] },
    });
    const { leaves } = JSON.parse(json) as { leaves: { kind: string; source?: string }[] };
    return leaves.find(({ kind }) => kind === 'quote')?.source;
  };
  return {
    prove,
    show: async () => (await figures.getHoldings(source.userId, source.portfolioId, { all: false })).asOf,
    showRealMarket: () => market.publish({ ...fakeSnapshot(), coins, source: 'coingecko' }),
  };
}

it('A proof never names a quote of the simulated market by the provider that is shown since', async () => {
  const { prove, show, showRealMarket } = createServices();
  const asOf = await show();
  expect(await prove(asOf)).toBe('simulated');
  showRealMarket();
  await expect(prove(asOf)).rejects.toMatchObject({ code: 'conflict' });
  expect(await prove()).toBe('coingecko');
});

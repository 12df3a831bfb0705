import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DisposalPage, LedgerHoldings } from '#contract/ledger/figures.ts';
import type { Proof } from '#contract/ledger/proof.ts';
import { createCloseStore } from '#server/market/closes/store.ts';
import { createRateStore } from '#server/market/rates/store.ts';
import { dayNumberOf } from '#server/platform/utc-day.ts';
import { checkDocument } from '#web/portfolio/proof/check/check-document.ts';
import { type AccountApp, createAccountApp } from './support/accounts/account-app.ts';
import type { AccountClient } from './support/accounts/account-client.ts';
import { type TestDatabase, testDatabases } from './support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from './support/market/fake-market.ts';
import { FakeRates } from './support/market/fake-rates.ts';
import { goldenNames } from './support/portfolio/golden-ledgers.ts';

/** Worked ledgers and proofs through the whole application, as seen by an API client. */

const folder = join(import.meta.dirname, '../../shared/golden/ledger');
const coinIds = ['bitcoin', 'ethereum', 'litecoin', 'dogecoin'];

interface Golden {
  readonly settings: { readonly method: string; readonly scope: string; readonly currency: string };
  readonly wallets?: readonly (string | { readonly name: string })[];
  readonly transactions: readonly (Record<string, unknown> & {
    id: string;
    wallet?: string;
    toWallet?: string;
  })[];
  readonly expected: {
    readonly disposals: readonly Record<string, unknown>[];
    readonly holdings: readonly Record<string, unknown>[];
    readonly totals: Readonly<Record<string, string>>;
  };
}

const readCase = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Golden;

for (const { name: kind, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`a worked ledger on ${kind}`, () => {
    let files: TestDatabase;
    let site: AccountApp;
    let people = 0;
    const market = new FakeMarket();

    beforeAll(async () => {
      files = await create();
      site = await createAccountApp(files, { AUTH_RATE_LIMIT: 'off' }, market, undefined, new FakeRates());
      market.publish(
        fakeSnapshot({ coins: coinIds.map((id, index) => fakeCoin(id, { current_price: 10.25 + index })) }),
      );
    });
    afterAll(() => files.remove());

    async function open() {
      people += 1;
      const member = await site.member(`ledger${people}@example.com`);
      const { body } = await member.call('GET', '/api/portfolios');
      const { id } = (body as unknown as { id: string }[])[0]!;
      return { member, path: `/api/portfolios/${id}` };
    }

    /** Enters a worked example in one batch. Returns the ids by the example's labels. */
    async function enter(golden: Golden, member: AccountClient, path: string): Promise<Map<string, string>> {
      const wallets = new Map<string, string>();
      for (const { wallet, toWallet } of golden.transactions)
        for (const name of [wallet, toWallet])
          if (name && name !== 'Main' && name !== 'Elsewhere' && !wallets.has(name)) {
            const { status, body } = await member.call('POST', `${path}/wallets`, { name, kind: 'exchange' });
            expect(status).toBe(201);
            wallets.set(name, body.id as string);
          }
      const idOf = (name: string) => wallets.get(name) ?? name.toLowerCase();
      const transactions = golden.transactions.map(({ id: _label, wallet, toWallet, ...rest }) => ({
        ...rest,
        ...(wallet && { wallet: idOf(wallet) }),
        ...(toWallet && { toWallet: idOf(toWallet) }),
      }));
      expect((await member.call('PUT', `${path}/settings`, golden.settings)).status).toBe(200);
      const { status, body } = await member.call('POST', `${path}/transactions`, { transactions });
      expect(status, JSON.stringify(body)).toBe(201);
      const added = body.transactions as { id: string }[];
      return new Map(golden.transactions.map(({ id }, index) => [added[index]!.id, id]));
    }

    it.each(goldenNames)('gives the expected result to the last digit: %s', async (name) => {
      const golden = readCase(name);
      const { member, path } = await open();
      const labels = await enter(golden, member, path);
      const { body: held } = (await member.call('GET', `${path}/holdings?all=true`)) as unknown as {
        body: LedgerHoldings;
      };
      for (const { wallets: _wallets, ...expected } of golden.expected.holdings)
        expect(held.holdings).toContainEqual(expect.objectContaining(expected));
      const { body: page } = (await member.call('GET', `${path}/disposals?limit=500`)) as unknown as {
        body: DisposalPage;
      };
      const disposals = page.disposals.map(({ transactionId, gain, cost, proceeds, amount }) => {
        const label = labels.get(transactionId);
        return { transactionId: label, gain, cost, proceeds, amount };
      });
      for (const { transactionId, amount, ...rest } of golden.expected.disposals) {
        const { matches: _matches, disposedAt: _at, coinId: _coin, symbol: _symbol, ...figures } = rest;
        expect(disposals).toContainEqual(expect.objectContaining({ transactionId, amount, ...figures }));
      }
      const { proceeds, cost, gain, ...totals } = golden.expected.totals;
      const ofDisposals = Object.fromEntries(
        Object.entries({ proceeds, cost, gain }).filter(([, value]) => value !== undefined),
      );
      expect(page.totals).toMatchObject(ofDisposals);
      expect(held.totals).toMatchObject(totals);
    });

    it.runIf(goldenNames.length > 0)('proves every figure that it shows, with the same value', async () => {
      const golden = readCase('rp2-crypto-example-hifo.json');
      const { member, path } = await open();
      await enter(golden, member, path);
      const prove = async (query: string) => {
        const { status, body } = await member.call('GET', `${path}/proof?${query}`);
        expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
        const proof = body as unknown as Proof;
        expect(await checkDocument(proof)).toEqual({ holds: true, step: null, reason: null });
        return proof.value;
      };
      const { body } = (await member.call('GET', `${path}/holdings`)) as unknown as { body: LedgerHoldings };
      const { asOf, holdings, totals } = body;
      market.publish(fakeSnapshot({ coins: coinIds.map((id) => fakeCoin(id, { current_price: 99 })) }));
      const figures = [
        'value',
        'costBasis',
        'unrealized',
        'unrealizedPercent',
        'realized',
        'income',
        'fees',
      ] as const;
      for (const figure of figures) {
        expect(await prove(`figure=${figure}&asOf=${asOf}`)).toBe(totals[figure]);
        for (const holding of holdings)
          expect(await prove(`figure=${figure}&coin=${holding.coinId}&asOf=${asOf}`)).toBe(holding[figure]);
      }
      for (const { coinId, amount, averageCost } of holdings) {
        expect(await prove(`figure=amount&coin=${coinId}`)).toBe(amount);
        expect(await prove(`figure=averageCost&coin=${coinId}`)).toBe(averageCost);
      }
      const { body: page } = (await member.call('GET', `${path}/disposals`)) as unknown as {
        body: DisposalPage;
      };
      for (const { transactionId, coinId, isFee, gain } of page.disposals.slice(0, 20))
        expect(await prove(`figure=gain&coin=${coinId}&transaction=${transactionId}&isFee=${isFee}`)).toBe(
          gain,
        );
    });

    it('proves the number shown in each of two currencies, even if both were shown at the same instant', async () => {
      const { member, path } = await open();
      const buy = { type: 'buy', occurredAt: '2024-01-01T00:00:00Z', in: { coinId: 'bitcoin', amount: '2' } };
      expect((await member.call('POST', `${path}/transactions`, buy)).status).toBe(201);
      const at = site.clock.now();
      await createRateStore(site.db).saveRates([
        { currency: 'eur', day: dayNumberOf(at), source: 'coingecko', rate: '0.86', at },
      ]);
      const shown = new Map<string, LedgerHoldings>();
      for (const code of ['EUR', 'USD']) {
        const { body } = await member.call('GET', `${path}/holdings?currency=${code}`);
        shown.set(code, body as unknown as LedgerHoldings);
      }
      expect(shown.get('EUR')!.asOf).toBe(shown.get('USD')!.asOf);
      for (const [code, { asOf, totals }] of shown) {
        expect(totals.value).not.toBeNull();
        const { body } = await member.call('GET', `${path}/proof?figure=value&currency=${code}&asOf=${asOf}`);
        expect(body.value, code).toBe(totals.value);
      }
    });

    it('proves a cost at the price it was shown with, although the price of the day has changed since', async () => {
      const { member, path } = await open();
      const at = site.clock.now();
      const publish = (price: number) =>
        market.publish(fakeSnapshot({ coins: coinIds.map((id) => fakeCoin(id, { current_price: price })) }));
      publish(100);
      const income = {
        ...{ type: 'income', kind: 'staking', occurredAt: new Date(at - 60_000).toISOString() },
        in: { coinId: 'bitcoin', amount: '2' },
      };
      expect((await member.call('POST', `${path}/transactions`, income)).status).toBe(201);
      const { body } = await member.call('GET', `${path}/holdings`);
      const { asOf, totals } = body as unknown as LedgerHoldings;
      expect(totals).toMatchObject({ costBasis: '200', income: '200' });
      publish(150);
      for (const figure of ['costBasis', 'income', 'unrealized'] as const) {
        const { body: proof } = await member.call('GET', `${path}/proof?figure=${figure}&asOf=${asOf}`);
        expect(proof.value, figure).toBe(totals[figure]);
        expect(await checkDocument(proof)).toMatchObject({ holds: true });
      }
      const { body: current } = await member.call('GET', `${path}/proof?figure=costBasis`);
      expect(current.value).toBe('300');
    });

    it('does not prove a cost that was still unknown when shown with a price that arrived later', async () => {
      const { member, path } = await open();
      const income = { type: 'income', kind: 'mining', occurredAt: '2024-02-03T12:00:00Z' };
      const body = { ...income, in: { coinId: 'ethereum', amount: '2' } };
      expect((await member.call('POST', `${path}/transactions`, body)).status).toBe(201);
      const { body: held } = await member.call('GET', `${path}/holdings`);
      const { asOf, totals } = held as unknown as LedgerHoldings;
      expect(totals.costBasis).toBeNull();
      const day = dayNumberOf(Date.UTC(2024, 1, 3));
      const close = {
        coinId: 'ethereum',
        day,
        price: '40',
        at: Date.UTC(2024, 1, 4),
        source: 'kraken',
      } as const;
      await createCloseStore(site.db, () => dayNumberOf(site.clock.now())).addCloses([close]);
      const statusOf = async (query: string) =>
        (await member.call('GET', `${path}/proof?${query}&coin=ethereum`)).status;
      expect(await statusOf(`figure=costBasis&asOf=${asOf}`)).toBe(409);
      expect(await statusOf('figure=costBasis')).toBe(200);
      expect(await statusOf(`figure=value&asOf=${asOf}`)).toBe(200);
    });

    it('names the source of a past price in the proof of a past value', async () => {
      const { member, path } = await open();
      const buy = { type: 'buy', occurredAt: '2024-01-01T00:00:00Z', in: { coinId: 'bitcoin', amount: '2' } };
      expect((await member.call('POST', `${path}/transactions`, buy)).status).toBe(201);
      const day = dayNumberOf(Date.UTC(2024, 1, 1));
      const close = {
        coinId: 'bitcoin',
        day,
        price: '40',
        at: Date.UTC(2024, 1, 2),
        source: 'kraken',
      } as const;
      await createCloseStore(site.db, () => dayNumberOf(site.clock.now())).addCloses([close]);
      const { body } = await member.call('GET', `${path}/proof?figure=value&at=2024-02-01T12:00:00Z`);
      const { value, leaves } = body as unknown as Proof;
      expect(value).toBe('80');
      expect(leaves).toContainEqual(expect.objectContaining({ kind: 'quote', source: 'import' }));
      expect(await checkDocument(body)).toMatchObject({ holds: true });
    });

    it('is shown in any currency that has rates, and refused in others', async () => {
      const { member, path } = await open();
      const statusOf = async (call: string) => (await member.call('GET', `${path}/${call}`)).status;
      const proof = 'proof?figure=value&';
      for (const call of ['holdings?', 'lots?', 'disposals?', 'value-line?', proof])
        for (const [code, status] of [
          ['eur', 200],
          ['SATS', 200],
          ['qqq', 400],
        ] as const)
          expect(await statusOf(`${call}currency=${code}`), `${call} ${code}`).toBe(status);
      expect((await member.call('PUT', `${path}/settings`, { currency: 'QQQ' })).status).toBe(400);
      expect((await member.call('PUT', `${path}/settings`, { currency: 'btc' })).status).toBe(200);
    });

    it('says what a request for a proof lacks, and if its figure is outdated', async () => {
      const { member, path } = await open();
      const ask = async (query: string) => {
        const { status, body } = await member.call('GET', `${path}/proof?${query}`);
        return { status, path: (body.issues as { path: string }[] | undefined)?.[0]?.path };
      };
      expect(await ask('figure=amount')).toEqual({ status: 400, path: 'coin' });
      expect(await ask('figure=gain&coin=bitcoin')).toEqual({ status: 400, path: 'transaction' });
      expect(await ask('figure=luck')).toEqual({ status: 400, path: 'figure' });
      expect((await ask('figure=value&asOf=2020-01-01T00:00:00.000Z')).status).toBe(409);
      const { body } = (await member.call('GET', `${path}/holdings`)) as unknown as { body: LedgerHoldings };
      expect((await ask(`figure=value&asOf=${body.asOf}`)).status).toBe(200);
      const buy = { type: 'buy', occurredAt: '2024-01-01T00:00:00Z', in: { coinId: 'bitcoin', amount: '1' } };
      expect((await member.call('POST', `${path}/transactions`, buy)).status).toBe(201);
      expect((await ask(`figure=value&asOf=${body.asOf}`)).status).toBe(409);
      site.pass(11 * 60_000);
      const { body: later } = (await member.call('GET', `${path}/holdings`)) as unknown as {
        body: LedgerHoldings;
      };
      site.pass(11 * 60_000);
      expect((await ask(`figure=value&asOf=${later.asOf}`)).status).toBe(409);
    });
  });
}

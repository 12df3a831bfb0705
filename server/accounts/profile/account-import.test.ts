import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, createAccountApp } from '../../../tests/support/accounts/account-app.ts';
import { AccountBook, accountActions } from '../../../tests/support/accounts/account-book.ts';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';

const firing = {
  coin_id: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  condition: 'price_above' as const,
  threshold: '1000.50',
  price: '1001',
  currency: 'usd',
  change_24h: '-1.5',
  crossed_after: 1,
  crossed_by: 2,
  fired_at: 3,
  note: 'Ärger',
  seen_at: null,
  source: 'simulated' as const,
  mail_id: null,
};
/** Above the numbers that the server itself assigns in these tests. */
let lastNumber = 1_000_000;
const nextNumber = () => {
  lastNumber += 1;
  return lastNumber;
};

const runs = Number(process.env.IMPORT_RUNS ?? 10);
const coins = ['bitcoin', 'ethereum', 'solana', 'cardano', 'dogecoin'].map((id) => fakeCoin(id));
const coinIds = coins.map(({ id }) => id);

/** Transactions of all kinds, each in its own wallet. */
const entries = fc.array(
  fc.record({
    coinId: fc.constantFrom(...coinIds),
    amount: fc.constantFrom('1', '0.10', '2.000000000000000001', '.5'),
    day: fc.integer({ min: 10, max: 28 }),
    type: fc.constantFrom('buy', 'sell', 'income', 'transfer', 'gift_in'),
    note: fc.option(fc.constantFrom('Ärger', 'line\nbreak', '=SUM(A1)')),
  }),
  { maxLength: 12 },
);

function toInput(
  {
    coinId,
    amount,
    day,
    type,
    note,
  }: { coinId: string; amount: string; day: number; type: string; note: string | null },
  wallet: string,
) {
  const coin = { coinId, amount };
  const money = { currency: 'EUR', amount: '12.50' };
  const base = { type, occurredAt: `2024-01-${day}T10:00:00Z`, wallet, note };
  if (type === 'buy') return { ...base, in: coin, out: money };
  if (type === 'sell') return { ...base, in: money, out: coin };
  if (type === 'transfer') return { ...base, out: coin, toWallet: 'elsewhere' };
  return { ...base, in: coin };
}

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`an imported account on ${name}`, () => {
    let database: TestDatabase;
    let site: AccountApp;
    let people = 0;
    beforeAll(async () => {
      database = await create();
      const env = { AUTH_RATE_LIMIT: 'off', DEFAULT_TIER: 'premium' };
      site = await createAccountApp(database, env, new FakeMarket(fakeSnapshot({ coins })));
    });
    afterAll(async () => {
      await site.app.close();
      await database.remove();
    });

    const addMember = () => {
      people += 1;
      return site.member(`ada.${people}@example.com`);
    };
    async function readData(client: AccountClient): Promise<string> {
      const { status, body } = await client.call('GET', '/api/account/export');
      expect(status).toBe(200);
      return JSON.stringify(body.data);
    }

    it('exports the same bytes again', { timeout: 3_600_000 }, async () => {
      const many = fc.array(accountActions(coinIds), { minLength: 3, maxLength: 25 });
      await fc.assert(
        fc.asyncProperty(many, entries, async (all, ledger) => {
          const client = await addMember();
          const book = new AccountBook(client);
          await book.open();
          for (const action of all) await book.perform(action);
          const [portfolio] = book.portfolios;
          const path = `/api/portfolios/${portfolio!.id}`;
          const made = await client.call('POST', `${path}/wallets`, { name: 'Tresor', kind: 'wallet' });
          const wallet = (made.body as { id: string }).id;
          if (ledger.length > 0) {
            const transactions = ledger.map((entry) => toInput(entry, wallet));
            expect((await client.call('POST', `${path}/transactions`, { transactions })).status).toBe(201);
          }
          await client.call('POST', '/api/alerts', {
            coinId: 'bitcoin',
            symbol: 'x',
            name: 'x',
            condition: 'price_above',
            threshold: '1000.50',
          });
          await addPreferences(client);
          const data = await readData(client);
          const other = await addMember();
          const taken = await other.call('POST', '/api/account/import', { data: JSON.parse(data) as object });
          expect(taken).toMatchObject({ status: 201, body: { wallets: 1, alerts: 1 } });
          expect(await readData(other)).toBe(data);
          const again = await other.call('POST', '/api/account/import', { data: {} });
          expect(again.status).toBe(409);
        }),
        { numRuns: runs },
      );
    });

    /** Adds the data outside portfolios: settings, firings of an existing and of a deleted alert, and quiz answers. */
    async function addPreferences(client: AccountClient): Promise<void> {
      const set = async (method: 'PUT', path: string, body: object) =>
        expect((await client.call(method, path, body)).status).toBe(200);
      await set('PUT', '/api/auth/me', { displayCurrency: 'eur' });
      await set('PUT', '/api/alerts/settings', { push: false });
      const { id: userId } = (await client.call('GET', '/api/auth/me')).body as { id: string };
      const alert = await site.db
        .selectFrom('alerts')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      // Armed again since its firing.
      await site.db.updateTable('alerts').set({ arming: 2 }).where('id', '=', alert.id).execute();
      for (const [alertId, arming] of [
        [alert.id, 1],
        [randomUUID(), 3],
      ] as const)
        await site.db
          .insertInto('alert_firings')
          .values({
            ...firing,
            id: randomUUID(),
            alert_id: alertId,
            arming,
            user_id: userId,
            number: nextNumber(),
          })
          .execute();
      for (const [exchange, ticker] of [
        ['kraken', 'coin:ZZ'],
        ['binance', 'coin:AA (Ä)'],
      ] as const)
        await site.db
          .insertInto('coin_answers')
          .values({ user_id: userId, exchange, ticker, coin_id: 'solana' })
          .execute();
    }

    it('has alerts that can fire, even if one fired while its file was made', async () => {
      const client = await addMember();
      const terms = { coinId: 'bitcoin', symbol: 'x', name: 'x', condition: 'price_above', threshold: '1' };
      await client.call('POST', '/api/alerts', terms);
      const { alerts } = JSON.parse(await readData(client)) as { alerts: Record<string, unknown>[] };
      const { coinId, symbol, name, condition, threshold, currency } = alerts[0]!;
      const fired = { coinId, symbol, name, condition, threshold, currency, alert: 0, arming: 1, note: null };
      const quote = { price: '2', change24h: null, source: 'simulated', seenAt: null };
      const times = { crossedAfter: 1, crossedBy: 2, firedAt: 3 };
      const data = { alerts, alertHistory: [{ ...fired, ...quote, ...times }] };
      const other = await addMember();
      expect((await other.call('POST', '/api/account/import', { data })).status).toBe(201);
      expect(JSON.parse(await readData(other))).toMatchObject({ alerts: [{ arming: 2 }] });
    });

    it('has paused alerts that can fire once they are active, even if they did while its file was made', async () => {
      const client = await addMember();
      const terms = { coinId: 'bitcoin', symbol: 'x', name: 'x', condition: 'price_above', threshold: '1' };
      await client.call('POST', '/api/alerts', terms);
      const { alerts } = JSON.parse(await readData(client)) as { alerts: Record<string, unknown>[] };
      const paused = { ...alerts[0], status: 'paused' };
      const { coinId, symbol, name, condition, threshold, currency } = alerts[0]!;
      const fired = { coinId, symbol, name, condition, threshold, currency, alert: 0, note: null };
      const quote = { price: '2', change24h: null, source: 'simulated', seenAt: null };
      const times = { crossedAfter: 1, crossedBy: 2, firedAt: 3 };
      const alertHistory = [1, 2].map((arming) => ({ ...fired, ...quote, ...times, arming }));
      const other = await addMember();
      const data = { alerts: [paused], alertHistory };
      expect((await other.call('POST', '/api/account/import', { data })).status).toBe(201);
      const [alert] = (await other.call('GET', '/api/alerts')).body as unknown as { id: string }[];
      await other.call('PUT', `/api/alerts/${alert!.id}`, { status: 'active' });
      expect(JSON.parse(await readData(other))).toMatchObject({ alerts: [{ arming: 3 }] });
    });

    it('accepts exports from before the history was included', async () => {
      const client = await addMember();
      const { data } = JSON.parse(`{"data":${await readData(client)}}`) as { data: Record<string, unknown> };
      const { displayCurrency, alertHistory, alertSettings, coinAnswers, ...before } = data;
      expect([displayCurrency, alertHistory, coinAnswers]).toEqual(['usd', [], []]);
      expect(alertSettings).toEqual({ email: true, push: true, inApp: true });
      expect((await client.call('POST', '/api/account/import', { data: before })).status).toBe(201);
    });

    it('is refused if the account still has a filed tax report, which stays in its list', async () => {
      const client = await addMember();
      const [portfolio] = (await client.call('GET', '/api/portfolios')).body as unknown as { id: string }[];
      const path = `/api/portfolios/${portfolio!.id}`;
      const bought = toInput({ coinId: 'bitcoin', amount: '1', day: 10, type: 'buy', note: null }, 'main');
      const added = await client.call('POST', `${path}/transactions`, bought);
      expect(added.status).toBe(201);
      const filed = await client.call('POST', `${path}/tax-reports`, { country: 'generic', year: 2024 });
      expect(filed.status).toBe(201);
      await client.call('DELETE', `/api/transactions/${(added.body as { id: string }).id}`);
      const answer = await client.call('POST', '/api/account/import', { data: {} });
      const data = JSON.parse(await readData(await addMember())) as object;
      const whole = await client.call('POST', '/api/account/import', { data });
      expect([answer.status, whole.status]).toEqual([409, 409]);
      const list = (await client.call('GET', `${path}/tax-reports`)).body as unknown as { id: string }[];
      expect(list.map(({ id }) => id)).toEqual([(filed.body as { id: string }).id]);
      await client.call('DELETE', `/api/tax-reports/${list[0]!.id}`);
      expect((await client.call('POST', '/api/account/import', { data })).status).toBe(201);
    });

    it('is imported completely or not at all, with an error naming the invalid field', async () => {
      const client = await addMember();
      const item = { coinId: 'bitcoin', symbol: 'b', name: 'B', addedAt: 1, ordinal: 1 };
      const refused = await client.call('POST', '/api/account/import', {
        data: { watchlist: [item], portfolios: [{ name: 'Main' }] },
      });
      expect(refused.status).toBe(400);
      expect((refused.body as { issues: { path: string }[] }).issues[0]!.path).toMatch(
        /^data\.portfolios\.0\./,
      );
      expect(JSON.parse(await readData(client))).toMatchObject({ watchlist: [] });
      expect((await client.call('POST', '/api/account/import', { data: { other: [] } })).status).toBe(400);
      expect((await client.call('POST', '/api/account/import', {})).status).toBe(400);
      const late = { watchlist: [{ ...item, addedAt: 8.64e15 }] };
      expect((await client.call('POST', '/api/account/import', { data: late })).status).toBe(400);
      const unknown = await client.call('POST', '/api/account/import', {
        data: { ['x'.repeat(100_000)]: [] },
      });
      expect([unknown.status, unknown.text.length < 1000]).toEqual([400, true]);
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { Transaction, TransactionPage } from '#contract/ledger/transaction.ts';
import type { Tier } from '#contract/plans.ts';
import type { Database } from '#server/platform/database/database.ts';
import { testDatabases } from '../../../../tests/support/databases.ts';
import { fakeCoin, fakeNow, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import { useMigratedDatabase } from '../../../../tests/support/migrated-database.ts';
import { buy, coin, money, openLedger, sell } from '../../../../tests/support/portfolio/ledger-client.ts';
import { createPortfolioApp, type PortfolioApp } from '../../../../tests/support/portfolio/portfolio-app.ts';

const tooManyDigits = 'Must have at most 24 digits before the point and 18 after it';
const range = 'Must be from 2009-01-03 to a day ahead';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`a ledger's transactions on ${name}`, () => {
    let db: Database;
    let server: PortfolioApp;

    useMigratedDatabase(create, (opened) => {
      db = opened;
      server = createPortfolioApp(db);
      server.market.publish(
        fakeSnapshot({ coins: ['bitcoin', 'ethereum', 'solana'].map((id) => fakeCoin(id)) }),
      );
    });

    const open = (tier?: Tier) => openLedger(server, tier);

    it('are added with every field, with the market’s symbols and names', async () => {
      const { main, add, call } = await open();
      const added = await add({
        type: 'swap',
        occurredAt: '2024-03-01T12:30:00.123Z',
        in: { ...coin('Ethereum', '2.50'), symbol: 'wrong', name: 'wrong' },
        out: coin('bitcoin', '0.100000000000000001'),
        fee: coin('solana', '0.010'),
        value: money('6500', 'eur'),
        note: '  On a \u202Ewhim\u202C ',
      });
      expect(added).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        portfolioId: main.id,
        type: 'swap',
        kind: null,
        occurredAt: '2024-03-01T12:30:00.123Z',
        in: { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum', amount: '2.50' },
        out: { coinId: 'bitcoin', symbol: 'bit', name: 'Bitcoin', amount: '0.100000000000000001' },
        fee: { coinId: 'solana', symbol: 'sol', name: 'Solana', amount: '0.010' },
        value: money('6500', 'EUR'),
        wallet: 'main',
        toWallet: null,
        lots: null,
        note: 'On a whim',
        source: 'manual',
        importId: null,
        externalId: null,
        acquiredAt: null,
        isDateAssumed: false,
        createdAt: new Date(fakeNow).toISOString(),
        updatedAt: new Date(fakeNow).toISOString(),
      });
      expect((await call('GET', `/api/transactions/${added.id}`)).json()).toEqual(added);
    });

    it('are added in batches that keep their order', async () => {
      const { post, list } = await open();
      const wanted = Array.from({ length: 1000 }, (_, index) => buy(`${index + 1}`));
      const answer = await post({ transactions: wanted });
      expect(answer.statusCode, answer.body).toBe(201);
      const { transactions } = answer.json<{ transactions: Transaction[] }>();
      expect(transactions.map((one) => one.in?.amount)).toEqual(wanted.map((one) => one.in.amount));
      const ids = transactions.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort());
      const page = await list('?limit=500');
      expect(page.total).toBe(1000);
      expect(page.transactions.map(({ id }) => id)).toEqual(ids.slice(500).reverse());
    });

    it('are all added or none, and each issue names its transaction', async () => {
      const { post, list } = await open();
      const answer = await post({
        transactions: [buy(), { ...buy(), in: coin('bitcoin', '0') }, { ...buy(), type: 'sell' }],
      });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
      expect(answer.json().issues).toEqual([
        { path: 'transactions.1.in.amount', message: 'Must be a positive number' },
        { path: 'transactions.2.in', message: 'In `sell`, `in` must be money' },
        { path: 'transactions.2.out', message: 'In `sell`, `out` must be a coin' },
      ]);
      const unknown = await post({ transactions: [buy(), { ...buy(), in: coin('made-up', '1') }] });
      expect([unknown.statusCode, unknown.json().issues]).toEqual([
        400,
        [{ path: 'transactions.1.in.coinId', message: 'There is no such coin' }],
      ]);
      const late = await post({ transactions: [buy(), buy('1', '2099-01-01')] });
      expect(late.json().issues).toEqual([{ path: 'transactions.1.occurredAt', message: range }]);
      expect((await post({ transactions: [] })).statusCode).toBe(400);
      const tooMany = await post({ transactions: Array.from({ length: 1001 }, () => buy()) });
      expect(tooMany.json().issues).toEqual([
        { path: 'transactions', message: 'Must have 1 to 1,000 transactions' },
      ]);
      expect((await list()).total).toBe(0);
    });

    const income = { type: 'income', occurredAt: '2024-01-01T00:00:00Z', in: coin('bitcoin', '1') };
    const transfer = {
      type: 'transfer',
      occurredAt: '2024-01-01T00:00:00Z',
      out: coin('bitcoin', '1'),
      toWallet: 'elsewhere',
    };
    it.each([
      [{ ...buy(), type: 'trade' }, 'type', /^Invalid option/],
      [{ ...buy(), occurredAt: undefined }, 'occurredAt', 'Date is required'],
      [{ ...buy(), occurredAt: '2024-01-01' }, 'occurredAt', 'Must be an ISO 8601 instant in UTC'],
      [buy('1', '2009-01-02'), 'occurredAt', range],
      [{ ...buy(), occurredAt: new Date(fakeNow + 86_400_001).toISOString() }, 'occurredAt', range],
      [buy('0.000'), 'in.amount', 'Must be a positive number'],
      [buy('-1'), 'in.amount', 'Must be a positive number'],
      [buy('1e3'), 'in.amount', 'Must be a positive number'],
      [buy(''), 'in.amount', 'Amount is required'],
      [buy(`1${'0'.repeat(24)}`), 'in.amount', tooManyDigits],
      [buy(`0.${'0'.repeat(18)}1`), 'in.amount', tooManyDigits],
      [{ ...buy(), out: money(`0.${'0'.repeat(18)}1`) }, 'out.amount', tooManyDigits],
      [{ ...buy(), out: money('1', 'dollars') }, 'out.currency', 'Must be a currency code, such as USD'],
      [{ ...buy(), out: { amount: '1' } }, 'out', 'Must have either a coinId or a currency'],
      [{ ...buy(), out: coin('ethereum', '1') }, 'out', /^In `buy`, `out` must be money, or null/],
      [{ ...buy(), in: null }, 'in', 'In `buy`, `in` must be a coin'],
      [{ ...buy(), value: money('1') }, 'value', /^Only transactions without money/],
      [{ ...buy(), kind: 'staking' }, 'kind', 'Only `income` has a `kind`'],
      [{ ...buy(), acquiredAt: '2020-01-01T00:00:00Z' }, 'acquiredAt', /^Only `gift_in`/],
      [{ ...buy(), toWallet: 'elsewhere' }, 'toWallet', 'Only `transfer` has a `toWallet`'],
      [{ ...buy(), wallet: 'made-up' }, 'wallet', 'There is no such wallet in this portfolio'],
      [
        { ...buy(), lots: [{ transactionId: 'x', amount: '1' }] },
        'lots',
        /^Only transactions that take coins out/,
      ],
      [{ ...buy(), isDateAssumed: true }, '', 'Unrecognized key: "isDateAssumed"'],
      [{ ...buy(), note: 'x'.repeat(1001) }, 'note', 'Must be at most 1000 characters'],
      [{ ...buy(), note: 'a\u0000' }, 'note', 'Must be plain text'],
      [{ ...income, kind: 'luck' }, 'kind', /^Invalid option/],
      [{ ...income, value: money('-1') }, 'value.amount', 'Must be a number, 0 or more'],
      [{ ...income, out: money('1') }, 'out', 'In `income`, `out` must be null'],
      [
        { ...income, type: 'gift_in', acquiredAt: '2024-01-01T00:00:00.001Z' },
        'acquiredAt',
        'Must be from 2009-01-03 to the date of the transaction',
      ],
      [{ ...transfer, toWallet: null }, 'toWallet', 'In `transfer`, `toWallet` is required'],
      [{ ...transfer, toWallet: 'Main' }, 'toWallet', 'Must differ from `wallet`'],
      [{ type: 'fee', occurredAt: income.occurredAt }, 'out', 'In `fee`, `out` must be a coin or money'],
      [
        { type: 'fee', occurredAt: income.occurredAt, out: money('1'), fee: money('1') },
        'fee',
        'In `fee`, the fee itself is in `out`',
      ],
    ])('refuse %j', async (body, path, message) => {
      const { post, list } = await open();
      const answer = await post(body);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
      expect(answer.json().issues).toEqual([
        { path, message: typeof message === 'string' ? message : expect.stringMatching(message) },
      ]);
      expect((await list()).total).toBe(0);
    });

    it('accept each type with its legs', async () => {
      const { add } = await open();
      const at = { occurredAt: '2024-01-01T00:00:00Z' };
      const bitcoin = coin('bitcoin', '1');
      const wanted = [
        { type: 'buy', in: bitcoin },
        { type: 'sell', in: money('1', 'gbp'), out: bitcoin, fee: money('.5') },
        { type: 'swap', in: coin('ethereum', '1'), out: bitcoin },
        { ...transfer, fee: bitcoin },
        { ...income, kind: 'mining', value: money('0') },
        { type: 'gift_in', in: bitcoin, value: money('1'), acquiredAt: '2020-01-01T00:00:00Z' },
        { type: 'gift_out', out: bitcoin },
        { type: 'spend', out: bitcoin, value: money('1') },
        { type: 'loss', out: bitcoin },
        { type: 'fee', out: bitcoin },
        { type: 'fee', out: money('1') },
        { type: 'opening', in: bitcoin, out: money('1') },
      ];
      for (const body of wanted) {
        const added = await add({ ...at, ...body });
        expect([added.type, added.isDateAssumed]).toEqual([body.type, false]);
      }
      expect((await add(income)).kind).toBe('other');
      expect((await add(buy('.5'))).in?.amount).toBe('.5');
    });

    it('are 404 for an unknown coin or another user’s ledger', async () => {
      const { add, url, main } = await open();
      const other = await open('premium');
      const one = await add(buy());
      expect((await other.post({ ...buy(), in: coin('made-up', '1') })).statusCode).toBe(404);
      for (const [method, path, body] of [
        ['GET', url],
        ['POST', url, buy()],
        ['GET', `/api/portfolios/${main.id}/transactions.csv`],
        ['POST', `${url}/delete`, { ids: [one.id] }],
        ['GET', `/api/transactions/${one.id}`],
        ['PUT', `/api/transactions/${one.id}`, buy()],
        ['DELETE', `/api/transactions/${one.id}`],
        ['POST', `/api/transactions/${one.id}/restore`],
      ] as const)
        expect((await other.call(method, path, body)).statusCode, `${method} ${path}`).toBe(404);
      expect((await other.call('POST', `${other.url}/delete`, { ids: [one.id] })).statusCode).toBe(404);
    });

    it('are listed newest first in ledger order, page by page', async () => {
      const { add, list, post, url, call } = await open();
      // At the same instant, acquisitions come before transfers, and these before disposals.
      const sold = await add(sell('0.1', '2024-01-01'));
      const moved = await add(transfer);
      const bought = await add(buy());
      const { transactions } = (await post({ transactions: [buy('2'), buy('3', '2023-01-01')] })).json();
      const order = [sold, moved, transactions[0], bought, transactions[1]].map(({ id }) => id);
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: TransactionPage = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
        expect(page.total).toBe(5);
        seen.push(...page.transactions.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(order);
      const controlCharacter = Buffer.from('[1,0,"\n",1,"x"]').toString('base64url');
      for (const query of [
        ...['limit=0', 'limit=501', 'limit=x', 'cursor=x', 'from=x', 'type=x'],
        `cursor=${controlCharacter}`,
      ])
        expect((await call('GET', `${url}?${query}`)).statusCode, query).toBe(400);
    });

    it('are found by coin, type, wallet and time', async () => {
      const { add, list } = await open();
      const bought = await add({ ...buy(), fee: coin('solana', '1') });
      const swapped = await add({
        type: 'swap',
        occurredAt: '2024-02-01T00:00:00Z',
        in: coin('ethereum', '1'),
        out: coin('bitcoin', '0.1'),
      });
      const moved = await add({ ...transfer, occurredAt: '2024-03-01T00:00:00Z' });
      const found = async (query: string) => {
        const { transactions, total } = await list(query);
        expect(total).toBe(transactions.length);
        return transactions.map(({ id }) => id);
      };
      expect(await found('?coin=ethereum')).toEqual([swapped.id]);
      expect(await found('?coin=solana')).toEqual([bought.id]);
      expect(await found('?coin=bitcoin')).toEqual([moved.id, swapped.id, bought.id]);
      expect(await found('?type=transfer')).toEqual([moved.id]);
      expect(await found('?wallet=Elsewhere')).toEqual([moved.id]);
      expect(await found('?wallet=main')).toHaveLength(3);
      expect(await found('?from=2024-02-01&to=2024-03-01')).toEqual([swapped.id]);
      expect(await found('?to=2024-02-01T00:00:00.001Z&coin=bitcoin')).toEqual([swapped.id, bought.id]);
    });

    it('are replaced, unless changed by someone else in the meantime', async () => {
      const { add, put, call } = await open();
      const one = await add({ ...buy(), note: 'first' });
      const answer = await put(one.id, { ...one, in: { ...one.in, amount: '2' }, note: null });
      expect(answer.statusCode, answer.body).toBe(200);
      const changed = answer.json<Transaction>();
      expect(changed).toEqual({
        ...one,
        in: { ...one.in, amount: '2' },
        note: null,
        updatedAt: new Date(fakeNow + 1).toISOString(),
      });
      const stale = await put(one.id, { ...one, note: 'mine' });
      expect([stale.statusCode, stale.json().code]).toEqual([409, 'conflict']);
      expect((await put(one.id, { ...sell('1'), fee: null })).json()).toMatchObject({
        type: 'sell',
        note: null,
      });
      expect((await put('made-up', buy())).statusCode).toBe(404);
      expect((await put(one.id, { ...buy(), made: 'up' })).statusCode).toBe(400);
      expect((await call('GET', `/api/transactions/${one.id}`)).json().type).toBe('sell');
    });

    it('can be restored under their ids for 24 hours after deletion', async () => {
      const { add, remove, restore, list, call } = await open();
      const one = await add(buy());
      expect((await remove(one.id)).statusCode).toBe(204);
      for (const answer of [await remove(one.id), await call('GET', `/api/transactions/${one.id}`)])
        expect(answer.statusCode).toBe(404);
      expect((await list()).total).toBe(0);
      expect((await restore(one.id)).json()).toEqual(one);
      expect((await restore(one.id)).json()).toEqual(one);
      expect((await list()).transactions).toEqual([one]);
      await remove(one.id);
      server.pass(24 * 60 * 60_000 - 1);
      expect((await restore(one.id)).statusCode).toBe(200);
      await remove(one.id);
      server.pass(24 * 60 * 60_000);
      expect((await restore(one.id)).statusCode).toBe(404);
    });

    it('are all deleted or none', async () => {
      const { call, url, post, list } = await open();
      const { transactions } = (await post({ transactions: [buy(), buy(), buy()] })).json();
      const ids = transactions.map(({ id }: Transaction) => id);
      const drop = (some: string[]) => call('POST', `${url}/delete`, { ids: some });
      expect((await drop([ids[0], 'made-up'])).statusCode).toBe(404);
      expect((await drop([])).statusCode).toBe(400);
      expect((await list()).total).toBe(3);
      expect((await drop([ids[0], ids[2], ids[0]])).statusCode).toBe(204);
      expect((await list()).transactions.map(({ id }) => id)).toEqual([ids[1]]);
    });
  });
}

import { type Insertable, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Alert } from '#contract/alerts/alerts.ts';
import { accountMaximums } from '#contract/plans.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { accountAppPerTest } from '../tests/support/accounts/account-app-per-test.ts';
import { me } from '../tests/support/accounts/account-calls.ts';
import type { AccountClient } from '../tests/support/accounts/account-client.ts';
import { fakeAlert } from '../tests/support/alerts/alert-rows.ts';
import { testDatabases } from '../tests/support/databases.ts';
import { insertImport } from '../tests/support/imports/import-rows.ts';
import { importLimits } from './portfolio/imports/import-limits.ts';

const ada = 'ada@example.com';
const watched = { symbol: 'x', name: 'x', added_at: 0, ordinal: 0 };
const report = { country: 'GB', year: 2024, filed_at: 0, sha256: '', engine: '1', request: '{}' } as const;

interface Owner {
  readonly userId: string;
  readonly portfolioId: string;
  /** Tells the rows of the two accounts apart. */
  readonly mark: string;
}

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`what an account keeps, on ${name}`, () => {
    const site = accountAppPerTest(create);

    async function insert<Name extends keyof Tables & string>(
      table: Name,
      count: number,
      toRow: (id: string) => Insertable<Tables[Name]>,
      { mark }: Owner,
    ): Promise<void> {
      for (let first = 0; first < count; first += 500) {
        const rows = Array.from({ length: Math.min(500, count - first) }, (_, index) =>
          toRow(`${mark}${first + index}`),
        );
        await site.db.insertInto(table).values(rows).execute();
      }
    }
    const addCoins = (owner: Owner, count: number) =>
      insert(
        'watchlist_items',
        count,
        (id) => ({ ...watched, id, coin_id: id, user_id: owner.userId }),
        owner,
      );
    const addPortfolios = async (owner: Owner, count: number) => {
      const { userId: user_id } = owner;
      await insert(
        'portfolios',
        count,
        (id) => ({ id, user_id, name: id, created_at: 0, ordinal: 0 }),
        owner,
      );
      await insert(
        'wallets',
        count,
        (id) => ({ id, portfolio_id: id, name: id, name_key: id, kind: 'wallet' as const }),
        owner,
      );
    };
    const addWallets = (owner: Owner, count: number) => {
      const { portfolioId: portfolio_id } = owner;
      return insert(
        'wallets',
        count,
        (id) => ({ id, portfolio_id, name: id, name_key: id, kind: 'wallet' as const }),
        owner,
      );
    };
    /** Triggered, so that no plan's limit applies. */
    const addAlerts = async (owner: Owner, count: number) => {
      let revision = owner.mark === 'own' ? 1_000_000 : 2_000_000;
      const next = () => {
        revision += 1;
        return revision;
      };
      const terms = { ...fakeAlert({ status: 'triggered' }), user_id: owner.userId };
      await insert('alerts', count, (id) => ({ ...terms, id, revision: next() }), owner);
    };
    const addFiles = async (owner: Owner, count: number) => {
      for (let index = 0; index < count; index += 1) await insertImport(site.db, owner.portfolioId);
    };
    const addRowsOfFiles = async (owner: Owner, rows: number) => {
      await addFiles(owner, 1);
      const files = site.db.updateTable('imports').set({ state: 'applied', rows });
      await files.where('portfolio_id', '=', owner.portfolioId).execute();
    };
    const addReports = (owner: Owner, count: number, bytes = 1) => {
      const empty = Buffer.alloc(0);
      const files = {
        totals: '{}',
        json: Buffer.alloc(bytes),
        csv: empty,
        pdf: empty,
        ledger: empty,
        past_values: empty,
      };
      const owned = { user_id: owner.userId, portfolio_id: owner.portfolioId };
      return insert('tax_reports', count, (id) => ({ ...report, ...files, ...owned, id }), owner);
    };

    async function ownerOf(client: AccountClient, mark: string): Promise<Owner> {
      const [portfolio] = (await client.call('GET', '/api/portfolios')).body as unknown as { id: string }[];
      return { userId: (await me(client)).id as string, portfolioId: portfolio!.id, mark };
    }
    async function openBoth() {
      const client = await site.member(ada);
      site.pass(60_000);
      const browser = site.browser();
      await browser.signUp('eve@example.com');
      return { browser, own: await ownerOf(client, 'own'), added: await ownerOf(browser, 'new') };
    }
    async function signIn(browser: AccountClient) {
      site.pass(60_000);
      await browser.signIn(ada);
      return browser.verify(ada, await site.codeTo(ada));
    }
    const tables = ['watchlist_items', 'portfolios', 'wallets', 'alerts', 'imports', 'tax_reports'] as const;
    const list = async () => {
      const rows = tables.map((table) =>
        sql<{ id: string }>`select id from ${sql.table(table)}`.execute(site.db),
      );
      return new Set((await Promise.all(rows)).flatMap((each) => each.rows.map(({ id }) => id)));
    };

    it.each([
      ['5,000 watched coins', addCoins, accountMaximums.watchlist],
      ['1,000 portfolios', addPortfolios, accountMaximums.portfolios - 1],
      ['500 wallets', addWallets, accountMaximums.wallets],
      ['10,000 alerts', addAlerts, accountMaximums.alerts],
      ['50 files that are not applied', addFiles, 50],
      ['1,000,000 rows of applied files', addRowsOfFiles, importLimits.comparedRows],
      ['200 filed tax reports', addReports, accountMaximums.taxReports],
    ])('is at most %s, merged ones included, and a refused merge moves nothing', async (room, add, most) => {
      const { browser, own, added } = await openBoth();
      await add(own, most);
      await add(added, 1);
      const before = await list();
      const answer = await signIn(browser);
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect((answer.body as { message: string }).message).toContain(`has room for ${room}, and this one`);
      expect(await list()).toEqual(before);
      expect(await me(browser)).toMatchObject({ email: 'eve@example.com', verified: false });
    });

    it('may be full after a merge', async () => {
      const { browser, own, added } = await openBoth();
      await addCoins(own, accountMaximums.watchlist - 1);
      await addCoins(added, 1);
      await addPortfolios(own, accountMaximums.portfolios - 2);
      await addPortfolios(added, 1);
      await addWallets({ ...own, mark: 'w' }, accountMaximums.wallets - 1);
      await addWallets({ ...added, mark: 'v' }, 1);
      await addFiles(own, 49);
      await addFiles(added, 1);
      await addReports(own, accountMaximums.taxReports - 1);
      await addReports(added, 1);
      expect((await signIn(browser)).status).toBe(200);
      expect(
        (await site.db.selectFrom('tax_reports').select('id').where('user_id', '=', own.userId).execute())
          .length,
      ).toBe(200);
    });

    it('has no more active alerts than its plan: others arrive paused', async () => {
      const { browser, own, added } = await openBoth();
      for (const { userId, mark } of [own, added])
        for (const place of [1, 2, 3])
          await site.db
            .insertInto('alerts')
            .values({ ...fakeAlert(), user_id: userId, revision: place + (mark === 'own' ? 100 : 200) })
            .execute();
      expect((await signIn(browser)).status).toBe(200);
      const alerts = (await browser.call('GET', '/api/alerts')).body as unknown as Alert[];
      const states = alerts.map(({ status }) => status).sort();
      expect(states).toEqual(['active', 'active', 'active', 'paused', 'paused', 'paused']);
      const paused = alerts.find(({ status }) => status === 'paused')!;
      const resumed = await browser.call('PUT', `/api/alerts/${paused.id}`, { status: 'active' });
      expect(resumed).toMatchObject({ status: 403, body: { code: 'limit_reached' } });
    });
  });
}

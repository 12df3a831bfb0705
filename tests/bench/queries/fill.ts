import type pg from 'pg';

const userCount = 100_000;
/** The number of holdings of each user, and of alerts, and of watched coins. */
export const perUser = 10;
const firingsPerUser = 2;
const coinCount = 1000;

/**
 * SQL expressions by column. They may use `n`, the user's number, `k`, the row's number within the user's rows, and
 * `t`, the copied row.
 */
type Changes = Readonly<Record<string, string>>;

/**
 * Multiplies the one user of the database: copies of that user, each with one portfolio, ten holdings, alerts and
 * watched coins. Columns not named keep the value that the server wrote.
 */
export async function fillDatabase(client: pg.Client): Promise<void> {
  await client.query('set synchronous_commit = off');
  const email = "'u' || n || '@example.com'";
  const ofUser = { user_id: "'u' || n" };
  await copy(client, 'users', 1, { id: "'u' || n", email, proved_email: email });
  await copy(client, 'sessions', 1, { ...ofUser, id: "'s' || n", cookie_hash: "md5('s' || n)" });
  const portfolio = { ...ofUser, id: "'p' || n", transaction_count: `${perUser}` };
  await copy(client, 'portfolios', 1, portfolio);
  await copy(client, 'transactions', perUser, {
    id: idOf('t'),
    row_key: idOf('t'),
    portfolio_id: "'p' || n",
    in_coin: coin,
    ordinal: 'k',
    revision: 'k',
  });
  const watched = { ...ofUser, id: idOf('w'), coin_id: coin, ordinal: 'k' };
  await copy(client, 'watchlist_items', perUser, watched);
  await copy(client, 'alerts', perUser, {
    ...ofUser,
    id: idOf('a'),
    coin_id: coin,
    revision: `1000000 + n * ${perUser} + k`,
    ordinal: 'k',
    created_at: 't.created_at - k * 1000',
    threshold: '(1000000 + k)::text',
  });
  await addFirings(client);
  await client.query('update alert_revision set value = (select max(revision) from alerts)');
  await client.query('vacuum analyze');
}

const idOf = (letter: string) => `'${letter}' || n || '-' || k`;
/** A different coin for each of a user's rows. */
const coin = `'coin-' || ((n * 7 + k * 131) % ${coinCount})`;

/** Adds `each` copies of a table's row for each user. */
async function copy(client: pg.Client, table: string, each: number, changes: Changes): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  const values = rows.map(({ name }) => changes[name] ?? `t."${name}"`);
  await client.query(`
    insert into ${table} select ${values.join(', ')}
    from (select * from ${table} limit 1) as t, generate_series(1, ${userCount}) as n, generate_series(1, ${each}) as k`);
}

async function addFirings(client: pg.Client): Promise<void> {
  await client.query(`
    insert into alert_firings (id, alert_id, arming, user_id, coin_id, symbol, name, condition, threshold, price,
      crossed_after, crossed_by, fired_at, number)
    select 'f' || id || '-' || k, id, -k, user_id, coin_id, symbol, name, condition, threshold, '1',
      created_at, created_at, created_at + k * 1000, row_number() over () + 1000000
    from alerts, generate_series(1, ${firingsPerUser}) as k where ordinal = 1`);
}

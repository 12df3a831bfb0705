import type pg from 'pg';

const userCount = 100_000;
/** Of holdings, alerts and watched coins. */
export const perUser = 10;
const firingsPerUser = 2;
const coinCount = 1000;

/**
 * Multiplies what the one user of the database has: copies of that user, each with one portfolio, ten holdings, alerts and
 * watched coins. Every column that is not named keeps the value that the server wrote.
 */
export async function fillDatabase(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica').catch(() => undefined);
  await copy(
    client,
    'users',
    1,
    `'id', 'u' || n, 'email', 'u' || n || '@example.com',
    'proved_email', 'u' || n || '@example.com', 'created_at', (t.line->>'created_at')::bigint - n`,
  );
  await copy(client, 'sessions', 1, `'id', 's' || n, 'user_id', 'u' || n, 'cookie_hash', md5('s' || n)`);
  await copy(client, 'portfolios', 1, `'id', 'p' || n, 'user_id', 'u' || n, 'transaction_count', ${perUser}`);
  await copy(
    client,
    'transactions',
    perUser,
    `'id', 't' || n || '-' || k, 'row_key', 't' || n || '-' || k,
    'portfolio_id', 'p' || n, 'in_coin', ${coinOf}, 'ordinal', k, 'revision', k`,
  );
  await copy(
    client,
    'watchlist_items',
    perUser,
    `'id', 'w' || n || '-' || k, 'user_id', 'u' || n,
    'coin_id', ${coinOf}, 'ordinal', k`,
  );
  await copy(
    client,
    'alerts',
    perUser,
    `'id', 'a' || n || '-' || k, 'user_id', 'u' || n, 'coin_id', ${coinOf},
    'revision', 1000000 + n * ${perUser} + k, 'ordinal', k, 'created_at', (t.line->>'created_at')::bigint - k * 1000,
    'threshold', (1000000 + k)::text`,
  );
  await addFirings(client);
  await client
    .query('update alert_revision set revision = (select max(revision) from alerts)')
    .catch(() => undefined);
  await client.query('vacuum analyze');
}

/** Another one for each pair of user and number, with few repetitions within a user. */
const coinOf = `'coin-' || ((n * 7 + k * 131) % ${coinCount})`;

/** Adds `each` copies of a row of the table for each user, with `changes` (keys and values of a JSON object). */
async function copy(client: pg.Client, table: string, each: number, changes: string): Promise<void> {
  await client.query(`
    with t as (select to_jsonb(${table}) as line from ${table} limit 1)
    insert into ${table}
    select made.* from t, generate_series(1, ${userCount}) as n, generate_series(1, ${each}) as k,
      jsonb_populate_record(null::${table}, t.line || jsonb_build_object(${changes})) as made`);
}

async function addFirings(client: pg.Client): Promise<void> {
  await client.query(`
    insert into alert_firings (id, alert_id, arming, user_id, coin_id, symbol, name, condition, threshold, price,
      crossed_after, crossed_by, fired_at, number)
    select 'f' || id || '-' || k, id, -k, user_id, coin_id, symbol, name, condition, threshold, '1',
      created_at, created_at, created_at + k * 1000, row_number() over () + 1000000
    from alerts, generate_series(1, ${firingsPerUser}) as k where ordinal = 1`);
}

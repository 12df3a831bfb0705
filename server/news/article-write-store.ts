import type { Transaction } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { NewArticle } from './article.ts';

export interface NewArticleStore {
  /**
   * Adds those that are not there yet, by their address or their feed's id, and takes over those that are there from a
   * feed that is none of `feeds` any more; gives how many.
   */
  addArticles(articles: readonly NewArticle[], feeds: readonly string[]): Promise<number>;
}

export function createNewArticleStore(db: Database): NewArticleStore {
  return { addArticles: (articles, feeds) => addArticles(db, articles, feeds) };
}

/**
 * The first of each address, which a feed may list twice. In one order everywhere, so that two that add the same
 * cannot wait for each other.
 */
function eachOnce(articles: readonly NewArticle[]): NewArticle[] {
  const byId = new Map<string, NewArticle>();
  for (const article of articles) if (!byId.has(article.id)) byId.set(article.id, article);
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** In one transaction, so that no article stands there without its coins. */
async function addArticles(
  db: Database,
  articles: readonly NewArticle[],
  feeds: readonly string[],
): Promise<number> {
  if (articles.length === 0) return 0;
  const unique = eachOnce(articles);
  return db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('articles')
      .values(
        unique.map(({ guidKey, publishedAt, ...article }) => ({
          ...article,
          guid_key: guidKey,
          published_at: publishedAt,
          categories: JSON.stringify(article.categories),
          topics: JSON.stringify(article.topics),
          coins: article.coins && JSON.stringify(article.coins),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    const ids = new Set(added.map((row) => row.id));
    const rows = unique
      .filter(({ id }) => ids.has(id))
      .flatMap(({ id, coins }) => (coins ?? []).map((coinId) => ({ coin_id: coinId, article_id: id })));
    if (rows.length > 0) await tx.insertInto('article_coins').values(rows).execute();
    const known = unique.filter(({ id }) => !ids.has(id));
    return added.length + (await takeOver(tx, known, feeds));
  });
}

/** What only a feed had that is not asked any more is from now on of the feed that has it too. Gives how many there were. */
async function takeOver(
  tx: Transaction<Tables>,
  known: readonly NewArticle[],
  feeds: readonly string[],
): Promise<number> {
  if (known.length === 0) return 0;
  const ids = known.map(({ id }) => id);
  const guidKeys = known.flatMap(({ guidKey }) => guidKey ?? []);
  const there = await tx
    .selectFrom('articles')
    .select(['id', 'feed', 'guid_key'])
    .where((row) =>
      row.or([row('id', 'in', ids), ...(guidKeys.length > 0 ? [row('guid_key', 'in', guidKeys)] : [])]),
    )
    .execute();
  const left = new Set(there.filter(({ feed }) => !feeds.includes(feed)).map(({ id }) => id));
  const taken = new Set(there.map((row) => row.guid_key));
  // One whose feed's id is known stands there already, under the address it had.
  const free = known.filter(({ id, guidKey }) => left.has(id) && (guidKey === null || !taken.has(guidKey)));
  for (const { id, feed, source, guidKey } of free) {
    await tx.updateTable('articles').set({ feed, source, guid_key: guidKey }).where('id', '=', id).execute();
  }
  return free.length;
}

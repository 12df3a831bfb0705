import type { CoinId, Instant } from '#contract/units.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import type { ArticleLink, NewArticle } from './article.ts';

/**
 * Adds the articles that are stored neither under their URL nor under the id that their feed gives them (guid). Stored
 * ones whose feed is no longer among `feeds` are moved to the feed that still has them. Returns how many articles changed.
 */
export async function addArticles(
  tx: Tx,
  articles: readonly NewArticle[],
  feeds: readonly string[],
): Promise<number> {
  if (articles.length === 0) return 0;
  const unique = withoutRepeatedIds(articles);
  const added = await tx
    .insertInto('articles')
    .values(unique.map(toRow))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const ids = new Set(added.map((row) => row.id));
  await addCoins(
    tx,
    unique.filter(({ id }) => ids.has(id)),
  );
  const known = unique.filter(({ id }) => !ids.has(id));
  return added.length + (await takeOver(tx, known, feeds));
}

/** Stores which coins the articles mention, and their topics. */
export async function linkArticles(tx: Tx, links: readonly ArticleLink[]): Promise<void> {
  for (const { id, coins, topics } of links) {
    await tx
      .updateTable('articles')
      .set({ coins: JSON.stringify(coins), topics: JSON.stringify(topics) })
      .where('id', '=', id)
      .execute();
  }
  await addCoins(tx, links);
}

/** Returns how many were removed. */
export async function removeArticlesBefore(tx: Tx, before: Instant): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('articles')
    .where('published_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Dates articles from the future to `now`: the clock has been set back since. Returns how many changed. */
export async function redateFutureArticles(tx: Tx, now: Instant): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('articles')
    .set({ published_at: now })
    .where('published_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The first article per id, sorted by id: a fixed order, so that two processes can't deadlock. */
function withoutRepeatedIds(articles: readonly NewArticle[]): NewArticle[] {
  const byId = new Map<string, NewArticle>();
  for (const article of articles) if (!byId.has(article.id)) byId.set(article.id, article);
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function toRow({ guidKey, publishedAt, ...article }: NewArticle) {
  return {
    ...article,
    guid_key: guidKey,
    published_at: publishedAt,
    categories: JSON.stringify(article.categories),
    topics: JSON.stringify(article.topics),
    coins: article.coins && JSON.stringify(article.coins),
  };
}

async function addCoins(
  tx: Tx,
  articles: readonly { readonly id: string; readonly coins: readonly CoinId[] | null }[],
): Promise<void> {
  const rows = articles.flatMap(({ id, coins }) =>
    (coins ?? []).map((coinId) => ({ coin_id: coinId, article_id: id })),
  );
  if (rows.length === 0) return;
  await tx
    .insertInto('article_coins')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Moves articles of a feed that is no longer read to a feed that also has them. Returns how many moved. */
async function takeOver(tx: Tx, known: readonly NewArticle[], feeds: readonly string[]): Promise<number> {
  if (known.length === 0) return 0;
  const ids = known.map(({ id }) => id);
  const guidKeys = known.flatMap(({ guidKey }) => guidKey ?? []);
  const stored = await tx
    .selectFrom('articles')
    .select(['id', 'feed', 'guid_key'])
    .where((row) =>
      row.or([row('id', 'in', ids), ...(guidKeys.length > 0 ? [row('guid_key', 'in', guidKeys)] : [])]),
    )
    .execute();
  const orphaned = new Set(stored.filter(({ feed }) => !feeds.includes(feed)).map(({ id }) => id));
  const storedGuids = new Set(stored.map((row) => row.guid_key));
  // An article with a stored guid already exists under its earlier URL.
  const moved = known.filter(
    ({ id, guidKey }) => orphaned.has(id) && (guidKey === null || !storedGuids.has(guidKey)),
  );
  for (const { id, feed, source, guidKey } of moved) {
    await tx.updateTable('articles').set({ feed, source, guid_key: guidKey }).where('id', '=', id).execute();
  }
  return moved.length;
}

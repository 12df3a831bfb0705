import { describe, expect, it } from 'vitest';
import type { ArticleBlock } from './article.ts';
import { articles, findArticle, listRelatedArticles } from './articles.ts';

const wordsOf = (block: ArticleBlock): string => {
  if (typeof block === 'string') return block;
  if ('heading' in block) return block.heading;
  if ('list' in block) return block.list.join(' ');
  return [block.caption, ...block.head, ...block.rows.flat()].join(' ');
};

describe('the articles of the blog', () => {
  it('number six, each with its own URL', () => {
    expect(articles).toHaveLength(6);
    expect(new Set(articles.map(({ slug }) => slug)).size).toBe(6);
  });

  for (const { slug, readTime, body } of articles)
    it(`state the reading time of ${slug}, at 220 words a minute`, async () => {
      const words = (await body.load()).map(wordsOf).join(' ').split(/\s+/).length;
      expect(readTime).toBe(Math.ceil(words / 220));
    });

  it('have table rows as wide as the header', async () => {
    for (const { body } of articles)
      for (const block of await body.load())
        if (typeof block !== 'string' && 'rows' in block)
          for (const row of block.rows) expect(row).toHaveLength(block.head.length);
  });

  it('are found by their URL in any case, and link to three others', () => {
    const article = findArticle('Before-You-Send-Coins');
    expect(article?.slug).toBe('before-you-send-coins');
    expect(findArticle('nothing')).toBeUndefined();
    const related = listRelatedArticles(article!);
    expect(related).toHaveLength(3);
    expect(related).not.toContain(article);
    // It shares a tag with that article.
    expect(related[0]?.slug).toBe('exchange-or-own-wallet');
  });
});

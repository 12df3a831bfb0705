import { z } from 'zod';

/** The categories of articles. `Market` is the default. */
export const newsCategories = [
  'Market',
  'Technology',
  'DeFi',
  'Regulation',
  'Bitcoin',
  'Ethereum',
  'NFT',
  'Innovation',
  'CBDC',
  'Layer2',
] as const;
export type NewsCategory = (typeof newsCategories)[number];

/** An article from a publisher's feed. Texts are plain text, never HTML; the URL is http or https. */
export const articleSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** May be empty. */
  summary: z.string(),
  url: z.string(),
  /** In ISO 8601. If the feed has no date: when we first saw the article. */
  published_at: z.string(),
  /** At least one, the most specific first. */
  categories: z.array(z.string()),
  /** The trending topics it counts towards. */
  topics: z.array(z.string()),
  /** The ids of the coins it mentions. */
  coins: z.array(z.string()),
  source: z.object({
    name: z.string(),
    /** The URL of the source's icon on our own origin. */
    favicon: z.string(),
  }),
});
export type Article = z.infer<typeof articleSchema>;

/** Newest first. */
export const newsSchema = z.object({ data: z.array(articleSchema) });
export type News = z.infer<typeof newsSchema>;

/** `change`: mentions in the last 24 hours compared with the 24 hours before, always signed: `+12%`, `-8%`, `+0%`. */
export const trendingTopicSchema = z.object({ name: z.string(), change: z.string() });
export type TrendingTopic = z.infer<typeof trendingTopicSchema>;
export const trendingTopicsSchema = z.array(trendingTopicSchema);

/** `off`: no feeds are configured. `starting`: no feed has answered yet. `stale`: none has answered for 45 minutes. */
const newsStates = ['off', 'live', 'stale', 'starting'] as const;

export const newsStatusSchema = z.object({
  state: z.enum(newsStates),
  /** When a feed last answered. */
  asOf: z.string().nullable(),
});
export type NewsStatus = z.infer<typeof newsStatusSchema>;

import { z } from 'zod';

/** What an advertisement promotes. */
export const adCategories = ['crypto_exchange', 'wallet_security', 'trading_bot', 'defi_platform'] as const;

/** A path on this site that no browser resolves to another host. */
const ownPath = /^\/(?![/\\])[^\s\\]*$/;

/** An https URL with a host but no user or password. */
const plainHttps = z.url({ protocol: /^https$/ }).regex(/^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i);

const isAdAddress = (text: string) => ownPath.test(text) || plainHttps.safeParse(text).success;

/** One line of text of limited length. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'Must be one line');

/** An advertisement: its texts and its link. */
export const adSchema = z.strictObject({
  category: z.enum(adCategories),
  title: line(32),
  description: line(64),
  /** The label of the button. */
  cta: line(24),
  /** An https URL, or a path on this site. */
  url: z.string().max(500).refine(isAdAddress, 'Must be an https address, or a path on this site'),
  /** The advertiser. */
  sponsor: line(30),
  emoji: line(8),
});
export type Ad = z.infer<typeof adSchema>;

/** Answer of `GET /api/ads`; may be empty. Each slot shows one at random. */
export const adsAnswerSchema = z.object({ ads: z.array(adSchema) });
export type AdsAnswer = z.infer<typeof adsAnswerSchema>;

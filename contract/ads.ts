import { z } from 'zod';

/** What an advertisement is for. */
export const adCategories = ['crypto_exchange', 'wallet_security', 'trading_bot', 'defi_platform'] as const;

/** A path of this site that no browser reads as another host's. */
const ownPath = /^\/(?![/\\])[^\s\\]*$/;

/** A URL with a host, without user and password. */
const plainHttps = z.url({ protocol: /^https$/ }).regex(/^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i);

const isAdAddress = (text: string) => ownPath.test(text) || plainHttps.safeParse(text).success;

/** A text of one line, short enough for its place. */
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
  /** The text of the button. */
  cta: line(24),
  /** An https address, or a path of this site. */
  url: z.string().max(500).refine(isAdAddress, 'Must be an https address, or a path of this site'),
  /** The advertiser. */
  sponsor: line(30),
  emoji: line(8),
});
export type Ad = z.infer<typeof adSchema>;

/** Answer of `GET /api/ads`; may be empty. Each place shows one at random. */
export const adsAnswerSchema = z.object({ ads: z.array(adSchema) });
export type AdsAnswer = z.infer<typeof adsAnswerSchema>;

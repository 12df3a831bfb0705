import { z } from 'zod';

/** What an advertisement is for. */
export const adCategories = ['crypto_exchange', 'wallet_security', 'trading_bot', 'defi_platform'] as const;

/** A path of this site, and never what a browser reads as another host's. */
const ownPath = /^\/(?![/\\])[^\s\\]*$/;

/** An address with a host and without a user or a password. */
const plainHttps = z.url({ protocol: /^https$/ }).regex(/^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i);

const isAdAddress = (text: string) => ownPath.test(text) || plainHttps.safeParse(text).success;

/** A text of one line, as long as its place has room for. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'Must be one line');

/** A sponsored block: what it says, and where it leads. */
export const adSchema = z.strictObject({
  category: z.enum(adCategories),
  title: line(32),
  description: line(64),
  /** The text of the button that follows it. */
  cta: line(24),
  /** An https address, or a path of this site. */
  url: z.string().max(500).refine(isAdAddress, 'Must be an https address, or a path of this site'),
  /** Who pays for it, or says it. */
  sponsor: line(30),
  emoji: line(8),
});
export type Ad = z.infer<typeof adSchema>;

/** Answer of `GET /api/ads`: one of them is picked at random for each place; empty where there are none. */
export const adsAnswerSchema = z.object({ ads: z.array(adSchema) });
export type AdsAnswer = z.infer<typeof adsAnswerSchema>;

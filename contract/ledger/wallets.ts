import { z } from 'zod';
import { plainLine } from '../plain-line.ts';

export const walletKinds = ['exchange', 'wallet', 'other'] as const;

/** A place that holds coins. `Main` and `Elsewhere` (for unnamed places) always exist. */
export const walletSchema = z.object({ id: z.string(), name: z.string(), kind: z.enum(walletKinds) });
export type Wallet = z.infer<typeof walletSchema>;
/** `Main`, the user's own wallets by name, `Elsewhere`. */
export const walletsSchema = z.array(walletSchema);

/** Body of `POST /api/portfolios/{id}/wallets` and `PUT /api/wallets/{id}`. */
export const walletInputSchema = z.strictObject({
  name: z
    .string({ error: ({ input }) => (input == null ? 'Name is required' : undefined) })
    .trim()
    .min(1, 'Name is required')
    .max(60, 'Must be at most 60 characters')
    .regex(plainLine, 'Must be plain text'),
  kind: z.enum(walletKinds).default('wallet'),
});
export type WalletInput = z.output<typeof walletInputSchema>;

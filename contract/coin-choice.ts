import { z } from 'zod';
import { coinIdSchema } from './market.ts';

const longest = 200;

/** Text that must be there; `missing` is what is said where it is not. */
function required(missing: string) {
  return z.string({ error: ({ input }) => (input == null ? missing : undefined) }).min(1, missing);
}

/** How a client names the coin it means. The server looks the coin up and keeps the market's own symbol and name. */
export const coinChoiceSchema = z.object({
  coinId: required('Please select a cryptocurrency').pipe(coinIdSchema),
  symbol: required('Symbol is required').max(longest),
  name: required('Name is required').max(longest),
});

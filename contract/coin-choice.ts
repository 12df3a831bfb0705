import { z } from 'zod';
import { coinIdSchema } from './market.ts';

const maxLength = 200;

/** A required text. `missing`: the error message if it is absent. */
function required(missing: string) {
  return z.string({ error: ({ input }) => (input == null ? missing : undefined) }).min(1, missing);
}

/** The coin chosen by a client. The server looks it up and stores the market's symbol and name. */
export const coinChoiceSchema = z.object({
  coinId: required('Please select a cryptocurrency').pipe(coinIdSchema),
  symbol: required('Symbol is required').max(maxLength),
  name: required('Name is required').max(maxLength),
});

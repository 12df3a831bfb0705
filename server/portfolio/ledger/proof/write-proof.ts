import type { Proof } from '#contract/ledger/proof.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** The maximum number of transactions in a proof. They take about 15 MB, and proofs are limited to 20 MB. */
export const maxEntries = 12_000;
const maxLength = 20 * 1024 * 1024;

/** The error for a proof that exceeds a limit. */
export const tooLarge = () =>
  new AppError(
    'too_large',
    'A proof has at most 12,000 transactions and 20 MB. Request one for each coin, with `coin`.',
  );

/** The error for a proof for which a price is still being requested. */
export const stillPending = () =>
  new AppError('unavailable', 'A past price is still being fetched. Try again in a minute.');

/** Serializes a proof; null if it is too large. */
export function writeProof(proof: Proof): string | null {
  const json = JSON.stringify(proof);
  return json.length > maxLength ? null : json;
}

import {
  checkTransactions,
  type TransactionBatch,
  type TransactionInput,
} from '#contract/ledger/transaction.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { Pauses } from '#server/platform/pauses.ts';

/** Transactions, and lots that they name, checked between two pauses: a millisecond or two. */
const atOnce = 50;

/** Reads a body with one transaction or a batch, with turns for other calls in between. Throws `invalid_request`. */
export async function readTransactions(body: unknown): Promise<TransactionInput | TransactionBatch> {
  const checking = checkTransactions(body);
  const pauses = new Pauses(atOnce);
  for (;;) {
    const { done, value } = checking.next();
    if (!done) {
      await pauses.after(value);
      continue;
    }
    if ('wanted' in value) return value.wanted;
    const { issues } = value;
    throw new AppError('invalid_request', issues[0]?.message ?? 'Not valid', { issues });
  }
}

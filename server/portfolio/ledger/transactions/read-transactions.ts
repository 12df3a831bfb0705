import {
  checkTransactions,
  type TransactionBatch,
  type TransactionInput,
} from '#contract/ledger/transaction.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { Pauses } from '#server/platform/pauses.ts';

/** Transactions and named lots checked between two pauses, in a millisecond or two. */
const atOnce = 50;

/** Reads a body with one transaction or a batch, yielding to other calls in between. Throws `invalid_request`. */
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

import type { Tx } from '../transact.ts';
import { removeInBatches } from './remove-in-batches.ts';

/** A user may have 100,000 answers; other calls wait some milliseconds for those of one statement. */
const answersAtOnce = 500;

/** Removes all of a user's answers about which coins the tickers in files stand for, yielding to other calls. */
export async function removeCoinAnswers(tx: Tx, userId: string): Promise<void> {
  await removeInBatches(answersAtOnce, (count) =>
    tx
      .deleteFrom('coin_answers')
      .where('user_id', '=', userId)
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('exchange', 'ticker'),
          'in',
          selectFrom('coin_answers as some')
            .select(['some.exchange', 'some.ticker'])
            .where('some.user_id', '=', userId)
            .limit(count)
            .$asTuple('exchange', 'ticker'),
        ),
      ),
  );
}

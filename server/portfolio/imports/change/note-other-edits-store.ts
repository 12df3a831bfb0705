import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Leg, maxTransactionNoteLength, type Transaction } from '#contract/ledger/transaction.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { type TransactionRow, toTransaction } from '../../ledger/transactions/transaction-row.ts';
import { createImportedRowsStore } from './imported-rows-store.ts';

const { readRows } = createImportedRowsStore();

/** Pairs read at a time, each with notes of up to a thousand characters. */
const pairsAtOnce = 100;
const intro = 'Your other account had:';

/**
 * Of two edited versions of the same row, only one stays. Its note gets a description of the other row appended, cut to
 * the length of a note; the other row's own note comes last. A note without room stays as it is. `kept`: the ids of the
 * rows that stay, by those of the removed ones.
 */
export async function noteOtherEdits(
  tx: Tx,
  kept: ReadonlyMap<string, string>,
  { portfolioId, revision }: { readonly portfolioId: string; readonly revision: number },
): Promise<void> {
  if (kept.size === 0) return;
  const wallets = tx.selectFrom('wallets').select(['id', 'name']).where('portfolio_id', '=', portfolioId);
  const names = new Map((await wallets.execute()).map(({ id, name }) => [id, name]));
  const pairs = [...kept];
  for (let start = 0; start < pairs.length; start += pairsAtOnce) {
    const some = pairs.slice(start, start + pairsAtOnce);
    const rows = new Map((await readRows(tx, [...new Set(some.flat())])).map((row) => [row.id, row]));
    for (const [goneId, keptId] of some) {
      const [other, row] = [rows.get(goneId), rows.get(keptId)];
      const note = other && row && addOther(row, other, names);
      if (!note) continue;
      rows.set(keptId, { ...row, note });
      await tx.updateTable('transactions').set({ note, revision }).where('id', '=', keptId).execute();
    }
    await yieldToEventLoop();
  }
}

/** The row's note followed by a description of the other row; undefined if they don't differ, or there is no room. */
function addOther(
  row: TransactionRow,
  other: TransactionRow,
  names: ReadonlyMap<string, string>,
): string | undefined {
  const text = describeRow(toTransaction(other), names);
  if (text === describeRow(toTransaction(row), names)) return undefined;
  const note = [row.note, `${intro} ${text}`].filter((part) => part !== null).join('\n');
  if (note.length <= maxTransactionNoteLength) return note;
  // A surrogate pair must not be cut in two.
  const cut = note.slice(0, maxTransactionNoteLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  return cut.length > (row.note?.length ?? 0) + intro.length ? `${cut}…` : undefined;
}

function describeRow(transaction: Transaction, names: ReadonlyMap<string, string>): string {
  const {
    type,
    kind,
    occurredAt,
    in: into,
    out,
    fee,
    value,
    wallet,
    toWallet,
    acquiredAt,
    note,
  } = transaction;
  const nameOf = (id: string) => names.get(id) ?? id;
  const parts = [
    kind === null ? type : `${type} (${kind})`,
    occurredAt,
    into && `in ${describeLeg(into)}`,
    out && `out ${describeLeg(out)}`,
    fee && `fee ${describeLeg(fee)}`,
    value && `value ${describeLeg(value)}`,
    toWallet === null ? nameOf(wallet) : `${nameOf(wallet)} to ${nameOf(toWallet)}`,
    acquiredAt && `acquired ${acquiredAt}`,
    note,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

const describeLeg = (leg: Leg) =>
  `${leg.amount} ${'currency' in leg ? leg.currency : leg.symbol.toUpperCase()}`;

import type { DraftFields, Quantity } from './compose-draft.ts';
import type { Reading } from './reading.ts';
import { RowError } from './row-error.ts';
import type { TableRow } from './table/table.ts';
import { cutText } from './values/cut-text.ts';

interface Sides {
  readonly sent: Quantity;
  readonly received: Quantity;
  readonly fee: Quantity | null;
}

/** For a trade between two coins with one ticker, such as a token and the one that replaced it. */
export const sameTicker = (ticker: string) =>
  new RowError(`${cutText(ticker, 40)} is exchanged for another coin of that ticker`);

/** Adds a transfer between the user's wallets: what doesn't arrive is the fee. */
export function addOwnTransfer(
  reading: Reading,
  row: TableRow,
  common: DraftFields,
  { sent, received, fee }: Sides,
): void {
  const lost = sent.units - received.units;
  if (lost < 0n) throw new RowError('More arrived than was sent');
  if (lost === 0n || !fee || fee.ticker === sent.ticker) {
    // A fee that is exactly what does not arrive is stated twice.
    const beside = fee?.ticker === sent.ticker && fee.units !== lost ? fee.units : 0n;
    const units = lost + beside;
    const cost = units > 0n ? { ticker: sent.ticker, units } : fee;
    reading.add([row], { ...common, out: received, fee: cost });
    return;
  }
  reading.add([row], { ...common, out: received, fee: { ticker: sent.ticker, units: lost } });
  reading.add([row], { date: common.date, type: 'fee', out: fee, wallet: common.wallet ?? null });
}

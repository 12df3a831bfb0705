import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { OpenLot } from '#contract/ledger/figures.ts';
import type { LotRow } from '../calculator/ledger-query.ts';
import { formatAmount, unitCostOf } from '../engine/fixed-point.ts';
import { instantText, moneyText } from './money-text.ts';

const lotsAtOnce = 500;

/**
 * Writes lots as a JSON array, in UTF-8. Call it in the thread that has the ledger: receiving a hundred thousand objects
 * from that would block other calls for a quarter of a second. Yields to other calls in between.
 */
export async function writeLots(lots: readonly LotRow[]): Promise<Uint8Array> {
  // Encoded one by one: all texts of a large ledger, and one of them together, would take as much memory again, twice.
  const batches: Uint8Array[] = [];
  for (let start = 0; start < lots.length; start += lotsAtOnce) {
    const batch = lots.slice(start, start + lotsAtOnce).map(describeLot);
    const text = JSON.stringify(batch).slice(1, -1);
    batches.push(encoder.encode(start === 0 ? text : `,${text}`));
    await yieldToEventLoop();
  }
  return concatenate([encoder.encode('['), ...batches, encoder.encode(']')]);
}

const encoder = new TextEncoder();

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const part of parts) {
    bytes.set(part, length);
    length += part.length;
  }
  return bytes;
}

function describeLot({ cost, remaining, ...lot }: LotRow): OpenLot {
  return {
    transactionId: lot.transactionId,
    coinId: lot.coinId,
    acquiredAt: instantText(lot.acquiredAt),
    wallet: lot.wallet,
    amount: formatAmount(lot.amount),
    remaining: formatAmount(remaining),
    unitCost: cost === null ? null : formatAmount(unitCostOf(cost, remaining)),
    cost: moneyText(cost),
  };
}

import { hash } from 'node:crypto';
import type { Leg } from '#contract/ledger/transaction.ts';
import type { DecimalText, Instant, Milliseconds } from '#contract/units.ts';
import { elsewhere } from '../../ledger/engine/entry.ts';
import type { ImportRow } from './import-row.ts';

/** Length of a key, in base64url digits: long enough that keys never collide. */
const keyLength = 22;

const [pointCode, zeroCode, nineCode] = [46, 48, 57];

/** A fast path: nearly all amounts are canonical, and a large file has half a million. */
function isCanonical(amount: DecimalText): boolean {
  const first = amount.charCodeAt(0);
  const isBelowOne = first === zeroCode && amount.charCodeAt(1) === pointCode;
  if (!isBelowOne && !(first > zeroCode && first <= nineCode)) return false;
  const last = amount.charCodeAt(amount.length - 1);
  return (last !== zeroCode && last !== pointCode) || !amount.includes('.');
}

/** Brings an amount into canonical form: `0.10` and `.1` become `0.1`. */
export function canonicalAmount(amount: DecimalText): DecimalText {
  if (isCanonical(amount)) return amount;
  const [whole = '', fraction = ''] = amount.split('.');
  const head = whole.replace(/^0+/, '') || '0';
  const tail = trimZeros(fraction);
  return tail === '' ? head : `${head}.${tail}`;
}

function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

const legText = (leg: Leg | null): string => {
  if (leg === null) return '';
  return `${'coinId' in leg ? leg.coinId : leg.currency}=${canonicalAmount(leg.amount)}`;
};

/** `in`: from Elsewhere; `out`: to Elsewhere; `own`: between the user's wallets; empty if it is not a transfer. */
export function directionOf({ type, wallet, toWallet }: ImportRow): 'in' | 'out' | 'own' | '' {
  if (type !== 'transfer') return '';
  if (wallet === elsewhere) return 'in';
  return toWallet === elsewhere ? 'out' : 'own';
}

/** A row's identity apart from its instant and the exchange's id: type, direction, coins, amounts and fee. */
export function movementOf(row: ImportRow): string {
  return [row.type, directionOf(row), legText(row.in), legText(row.out), legText(row.fee)].join('|');
}

const keyBytes = Buffer.alloc(keyLength);

/** Copies the text, because a slice would keep the whole digest in memory. */
function cutKey(digest: string): string {
  keyBytes.write(digest, 'latin1');
  return keyBytes.toString('latin1');
}

/** The key of a row. `occurrence` counts rows that are otherwise identical. */
export function keyOf(movement: string, identity: RowIdentity, occurrence: number): string {
  const text = `${movement}|${identity.bucket * identity.precision}|${identity.precision}|${identity.id ?? ''}`;
  const digest = cutKey(hash('sha256', text, 'base64url'));
  return occurrence === 0 ? digest : `${digest}.${occurrence}`;
}

/** An instant at some precision, and the exchange's own id. */
export interface RowIdentity {
  readonly precision: Milliseconds;
  readonly bucket: number;
  readonly id: string | null;
}

/** The number of the time bucket that an instant falls into, at some precision. */
export const bucketOf = (at: Instant, precision: Milliseconds): number => Math.floor(at / precision);

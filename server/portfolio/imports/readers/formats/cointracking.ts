import type { IncomeKind } from '#contract/ledger/transaction.ts';
import type { DraftFields, Quantity, SingleType } from '../compose-draft.ts';
import { addFee, deductFee } from '../deduct-fee.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';

const incomes: ReadonlyMap<string, IncomeKind> = new Map([
  ['income', 'other'],
  ['other income', 'other'],
  ['margin profit', 'other'],
  ['reward/bonus', 'reward'],
  ['reward / bonus', 'reward'],
  ['mining', 'mining'],
  ['mining (commercial)', 'mining'],
  ['airdrop', 'airdrop'],
  ['staking', 'staking'],
  ['masternode', 'staking'],
  ['minting', 'staking'],
  ['interest income', 'interest'],
  ['lending income', 'interest'],
  ['dividends income', 'interest'],
]);
const outTypes: ReadonlyMap<string, SingleType> = new Map([
  ['spend', 'spend'],
  ['donation', 'gift_out'],
  ['gift', 'gift_out'],
  ['stolen', 'loss'],
  ['lost', 'loss'],
  ['margin loss', 'loss'],
  ['other fee', 'fee'],
  ['margin fee', 'fee'],
]);
const gifts = new Set(['gift/tip', 'gift / tip', 'gift']);
const trades = new Set(['trade', 'kauf', 'verkauf']);
const deposits = new Set(['deposit', 'einzahlung', 'dépôt', 'depósito']);
const withdrawals = new Set(['withdrawal', 'auszahlung', 'retrait']);

/** The unit is in the column right of its amount, because three unit columns have the same name. */
function quantityOf(reading: Reading, row: TableRow, column: number): Quantity | null {
  const units = reading.size(row, column);
  return column < 0 || units === 0n
    ? null
    : { ticker: reading.requireText(row, column + 1).toUpperCase(), units };
}

function read(reading: Reading): void {
  const at = (name: string) => reading.column(name);
  const [type, buy, sell, cost] = [at('type'), at('buy'), at('sell'), at('fee')];
  const [exchange, comment, id] = [at('exchange'), at('comment'), at('tx-id')];
  const dates = reading.dates([at('date')]);
  reading.eachRow((row) => {
    const word = reading.requireText(row, type).toLowerCase();
    const sides = {
      in: quantityOf(reading, row, buy),
      out: quantityOf(reading, row, sell),
      fee: quantityOf(reading, row, cost),
    };
    reading.add([row], {
      date: dates(row),
      wallet: reading.text(row, exchange) || null,
      externalId: reading.text(row, id),
      note: reading.text(row, comment),
      ...readSides(word, sides),
    });
  });
}

interface Sides {
  readonly in: Quantity | null;
  readonly out: Quantity | null;
  readonly fee: Quantity | null;
}

/** Amounts include a fee in the same currency. */
function readSides(word: string, { in: into, out, fee }: Sides): Omit<DraftFields, 'date'> {
  if (into && out) {
    if (!trades.has(word)) throw new RowError(`“${word}” is not understood`);
    return { in: addFee(into, fee), out: deductFee(out, fee), fee };
  }
  if (into) {
    if (deposits.has(word)) return { in: into, fee };
    if (gifts.has(word)) return { type: 'gift_in', in: addFee(into, fee), fee };
    const kind = incomes.get(word);
    if (kind) return { type: 'income', kind, in: addFee(into, fee), fee };
  }
  if (out) {
    if (withdrawals.has(word)) return { out: deductFee(out, fee), fee };
    const type = outTypes.get(word);
    // A separate fee has its amount in both columns.
    if (type === 'fee') return { type, out };
    if (type) return { type, out: deductFee(out, fee), fee };
  }
  throw new RowError(into || out ? `“${word}” is not understood` : 'There is no amount');
}

/** CoinTracking's trade table. */
export const cointracking: FormatReader = {
  format: 'cointracking',
  name: 'CoinTracking',
  hint: 'In CoinTracking: Enter Coins, Transactions, Export, then CSV (full export).',
  layouts: [
    {
      name: 'transactions',
      required: ['type', 'buy', 'cur.', 'sell', 'exchange', 'date'],
      known: [
        'fee',
        'group',
        'comment',
        'tx-id',
        'value in btc',
        'value in eur',
        'value in usd',
        'spread',
        'trade group',
        'liquidity pool',
      ],
      read,
    },
  ],
};

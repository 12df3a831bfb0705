import { addOwnTransfer, sameTicker } from '../add-own-transfer.ts';
import type { DraftFields, Quantity, SingleType } from '../compose-draft.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { incomeKindOf } from '../values/income-kind.ts';
import { absolute } from '../values/units.ts';

const outTypes: ReadonlyMap<string, SingleType> = new Map([
  ['gift', 'gift_out'],
  ['donation', 'gift_out'],
  ['lost', 'loss'],
  ['stolen', 'loss'],
  ['cost', 'spend'],
  ['payment', 'spend'],
]);
/** Refused, because the balances of margin and loan transactions don't change as the amounts suggest. */
const unclear = /margin|loan|realized|futures|collateral|liquidat/;

interface Columns {
  readonly tag: number;
  readonly sent: readonly [amount: number, currency: number, wallet: number];
  readonly received: readonly [amount: number, currency: number, wallet: number];
  readonly fee: readonly [amount: number, currency: number];
  readonly value: readonly [amount: number, currency: number];
  readonly valueCurrency: string;
  readonly id: number;
  readonly hash: number;
  readonly address: number;
  readonly note: number;
  readonly deleted: number;
  readonly type: number;
}

function findColumns(reading: Reading): Columns {
  const at = (...names: string[]) => reading.column(...names);
  const value = reading.columns.findIndex(({ name }) => /^net value \([a-z]{3,5}\)$/.test(name));
  return {
    tag: at('tag', 'label'),
    sent: [
      at('sent amount', 'from amount'),
      at('sent currency', 'from currency'),
      at('sending wallet', 'from wallet (read-only)'),
    ],
    received: [
      at('received amount', 'to amount'),
      at('received currency', 'to currency'),
      at('receiving wallet', 'to wallet (read-only)'),
    ],
    fee: [at('fee amount'), at('fee currency')],
    value: [value >= 0 ? value : at('net worth amount'), at('net worth currency')],
    valueCurrency: /\(([a-z]{3,5})\)/.exec(reading.columns[value]?.name ?? '')?.[1]?.toUpperCase() ?? '',
    id: at('id (read-only)'),
    hash: at('txhash'),
    address: at('txdest'),
    note: at('description'),
    deleted: at('deleted'),
    type: at('type'),
  };
}

/** Bulk edit cells have Koinly's id appended to the value: `WFLR;9546698`, `Coinbase;coinbase`. */
const bare = (text: string) => text.replace(/;[\w-]{1,60}$/, '').trim();

function quantityOf(reading: Reading, row: TableRow, amount: number, currency: number): Quantity | null {
  const units = reading.size(row, amount);
  return units === 0n ? null : { ticker: bare(reading.requireText(row, currency)).toUpperCase(), units };
}

function read(reading: Reading): void {
  const columns = findColumns(reading);
  const dates = reading.dates([reading.column('date', 'date(utc)')]);
  reading.eachRow((row) => {
    // The bulk edit has what the user deleted too.
    if (reading.text(row, columns.deleted).toLowerCase() === 'true') return reading.ignore([row]);
    const tag = readTag(reading, columns, row);
    const type = reading.text(row, columns.type).toLowerCase();
    // A coin may have the code of a currency: RON is Ronin.
    const toCoin = (one: Quantity | null, types: RegExp) =>
      one && types.test(type) ? { ...one, isMoney: false } : one;
    const sent = toCoin(
      quantityOf(reading, row, columns.sent[0], columns.sent[1]),
      /^(?:crypto_withdrawal|sell)$/,
    );
    const received = toCoin(
      quantityOf(reading, row, columns.received[0], columns.received[1]),
      /^(?:crypto_deposit|buy)$/,
    );
    const cost = quantityOf(reading, row, columns.fee[0], columns.fee[1]);
    const same = [sent, received].find((side) => side?.ticker === cost?.ticker);
    const fee = cost && same?.isMoney === false ? { ...cost, isMoney: false } : cost;
    const [from, to] = [columns.sent, columns.received].map(
      ([, , wallet]) => bare(reading.text(row, wallet)) || null,
    );
    const common: DraftFields = {
      date: dates(row),
      externalId: reading.text(row, columns.id),
      hash: reading.text(row, columns.hash),
      address: reading.text(row, columns.address),
      note: reading.text(row, columns.note),
      wallet: (sent ? from : to) ?? null,
      value: readValue(reading, columns, row),
    };
    if (sent && received && sent.ticker === received.ticker) {
      if (/^(?:exchange|trade|swap)$/.test(type)) throw sameTicker(sent.ticker);
      return addOwnTransfer(
        reading,
        row,
        { ...common, value: null, otherWallet: to ?? null },
        { sent, received, fee },
      );
    }
    if (sent && received) return reading.add([row], { ...common, in: received, out: sent, fee });
    // An amount that is rounded to nothing does not make the other one a deposit or a withdrawal.
    if ((sent || received) && /^(?:buy|sell|exchange|trade|swap)$/.test(type))
      throw new RowError('One side of the trade is 0');
    reading.add([row], { ...common, ...readSingle(tag, sent, received), fee });
  });
}

function readTag(reading: Reading, { tag }: Columns, row: TableRow): string {
  const text = reading.text(row, tag).toLowerCase().replaceAll('_', ' ');
  if (unclear.test(text)) throw new RowError(`“${text}” is not supported`);
  return text;
}

function readValue(
  reading: Reading,
  { value: [amount, currency], valueCurrency }: Columns,
  row: TableRow,
): Quantity | null {
  const units = reading.size(row, amount);
  const ticker = valueCurrency || bare(reading.text(row, currency)).toUpperCase();
  return units === 0n || !ticker ? null : { ticker, units };
}

function readSingle(
  tag: string,
  sent: Quantity | null,
  received: Quantity | null,
): Omit<DraftFields, 'date'> {
  if (sent) {
    const type = outTypes.get(tag);
    if (tag !== '' && !type && tag !== 'sent to pool' && tag !== 'ignored')
      throw new RowError(`“${tag}” is not understood`);
    return type ? { type, out: sent } : { out: sent };
  }
  if (!received) return {};
  if (tag === 'gift') return { type: 'gift_in', in: received, value: null };
  const kind = tag === '' ? null : incomeKindOf(tag);
  if (tag !== '' && !kind && tag !== 'received from pool') throw new RowError(`“${tag}” is not understood`);
  return kind ? { type: 'income', kind, in: received } : { in: received };
}

/** A single signed amount. */
function readSimple(reading: Reading): void {
  const columns = findColumns(reading);
  const [amount, currency] = [reading.column('amount'), reading.column('currency')];
  const dates = reading.dates([reading.column('koinly date', 'koinly date(utc)')]);
  reading.eachRow((row) => {
    const signed = reading.requireAmount(row, amount);
    const main = { ticker: reading.requireText(row, currency).toUpperCase(), units: absolute(signed) };
    const tag = readTag(reading, columns, row);
    reading.add([row], {
      date: dates(row),
      hash: reading.text(row, columns.hash),
      note: reading.text(row, columns.note),
      value: readValue(reading, columns, row),
      ...(signed < 0n ? readSingle(tag, main, null) : readSingle(tag, null, main)),
    });
  });
}

const amounts = [
  'fee amount',
  'fee currency',
  'net worth amount',
  'net worth currency',
  'label',
  'tag',
  'description',
  'txhash',
  'txsrc',
  'txdest',
  'type',
];

/** Koinly's reports and templates. */
export const koinly: FormatReader = {
  format: 'koinly',
  name: 'Koinly',
  hint: 'In Koinly: Tax Reports, Transaction history, Download as CSV; or Transactions, Bulk edit, Export.',
  layouts: [
    {
      name: 'transactions',
      required: [
        ['date', 'date(utc)'],
        'sent amount',
        'sent currency',
        'received amount',
        'received currency',
      ],
      known: [
        ...amounts,
        ...[
          'sending wallet',
          'receiving wallet',
          'sent cost basis',
          'received cost basis',
          'gain (eur)',
          'net value (eur)',
        ],
        ...[
          'fee value (eur)',
          'gain (usd)',
          'net value (usd)',
          'fee value (usd)',
          'gain (gbp)',
          'net value (gbp)',
          'fee value (gbp)',
        ],
      ],
      zone: 'UTC',
      read,
    },
    {
      name: 'bulk-edit',
      required: [['date', 'date(utc)'], 'from amount', 'from currency', 'to amount', 'to currency'],
      known: [
        ...amounts,
        ...[
          'id (read-only)',
          'parent id (read-only)',
          'from wallet (read-only)',
          'from wallet id',
          'to wallet (read-only)',
          'to wallet id',
          'deleted',
        ],
      ],
      zone: 'UTC',
      read,
    },
    {
      name: 'simple',
      required: [['koinly date', 'koinly date(utc)'], 'amount', 'currency'],
      known: ['label', 'tag', 'description', 'txhash', 'net worth amount', 'net worth currency'],
      zone: 'UTC',
      read: readSimple,
    },
  ],
};

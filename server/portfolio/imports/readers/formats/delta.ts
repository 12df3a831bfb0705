import type { IncomeKind } from '#contract/ledger/transaction.ts';
import type { DraftFields, Quantity } from '../compose-draft.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { isMoney } from '../values/money.ts';

const incomes: ReadonlyMap<string, IncomeKind> = new Map([
  ['AIRDROP', 'airdrop'],
  ['MINING', 'mining'],
  ['STAKING', 'staking'],
  ['DIVIDENDS', 'staking'],
  ['FORK', 'fork'],
]);
/** Kinds of places rather than names: the user's own, and others. */
const ownPlaces = new Set(['', 'MY_WALLET']);
const otherPlaces = new Set(['OTHER', 'BANK', 'OTHER_WALLET']);
const named = /^([^()]{1,60})\(([^()]{1,100})\)$/;

/** Such as `SOL (Solana)`: the name tells coins with the same ticker apart. */
function quantityOf(reading: Reading, row: TableRow, amount: number, currency: number): Quantity | null {
  const units = reading.size(row, amount);
  if (units === 0n) return null;
  const text = reading.requireText(row, currency);
  const match = named.exec(text);
  return { ticker: (match?.[1] ?? text).trim().toUpperCase(), name: match?.[2]?.trim() ?? null, units };
}

function read(reading: Reading): void {
  const at = (...names: string[]) => reading.column(...names);
  const [way, type, exchange, note] = [at('way'), at('base type'), at('exchange'), at('notes')];
  const [from, to] = [at('sent/received from'), at('sent to')];
  const columns = [
    [at('base amount'), at('base currency (name)', 'base currency')],
    [at('quote amount'), at('quote currency', 'quote currency (name)')],
    [at('fee amount'), at('fee currency (name)', 'fee currency')],
  ] as const;
  const dates = reading.dates([at('date')]);
  reading.eachRow((row) => {
    const kind = reading.text(row, type).toUpperCase();
    // Skips shares, funds and money.
    if (kind !== '' && kind !== 'CRYPTO') return reading.ignore([row]);
    const [named, quote, cost] = columns.map(([amount, currency]) =>
      quantityOf(reading, row, amount, currency),
    );
    // A coin may have the code of a currency: RON is Ronin.
    const toCoin = (one: Quantity) => (kind === '' ? one : { ...one, isMoney: false });
    const base = named && toCoin(named);
    const fee = cost && cost.ticker === base?.ticker ? toCoin(cost) : cost;
    const places = {
      exchange: reading.text(row, exchange),
      from: reading.text(row, from),
      to: reading.text(row, to),
    };
    const sides = readSides(reading.requireText(row, way).toUpperCase(), base ?? null, quote ?? null, places);
    reading.add([row], { date: dates(row), note: reading.text(row, note), fee: fee ?? null, ...sides });
  });
}

interface Places {
  readonly exchange: string;
  readonly from: string;
  readonly to: string;
}

function readSides(
  way: string,
  base: Quantity | null,
  quote: Quantity | null,
  places: Places,
): Omit<DraftFields, 'date'> {
  const wallet = places.exchange || null;
  if (!base) throw new RowError('There is no amount');
  switch (way) {
    case 'BUY':
      if (!quote && !(base.isMoney ?? isMoney(base.ticker))) return { exactType: 'buy', in: base, wallet };
      return { in: base, out: quote, wallet };
    case 'SELL':
      if (!quote) throw new RowError('The row does not say what it was sold for');
      return { in: quote, out: base, wallet };
    case 'DIVIDEND':
      return { type: 'income', kind: 'staking', in: base, wallet };
    case 'DEPOSIT': {
      const kind = incomes.get(places.from.toUpperCase());
      const own = wallet ?? nameOf(places.to);
      if (kind) return { type: 'income', kind, in: base, wallet: own };
      return { in: base, wallet: own, ...otherWallet(places.from) };
    }
    case 'WITHDRAW':
      return { out: base, wallet: wallet ?? nameOf(places.from), ...otherWallet(places.to) };
    case 'TRANSFER':
      if (nameOf(places.from) && ownPlaces.has(places.to.toUpperCase()))
        return { in: base, wallet, ...otherWallet(places.from) };
      return { out: base, wallet: nameOf(places.from) ?? wallet, ...otherWallet(places.to) };
    default:
      throw new RowError(`“${way}” is not understood`);
  }
}

function nameOf(place: string): string | null {
  const kind = place.toUpperCase();
  return ownPlaces.has(kind) || otherPlaces.has(kind) || incomes.has(kind) ? null : place;
}

function otherWallet(place: string): { otherWallet?: string } {
  const name = nameOf(place);
  return name === null ? {} : { otherWallet: name };
}

/** Delta's export and its import template. */
export const delta: FormatReader = {
  format: 'delta',
  name: 'Delta',
  hint: 'In the Delta app: More, Export data, then the portfolio as CSV.',
  layouts: [
    {
      name: 'transactions',
      required: ['date', 'way', 'base amount', ['base currency (name)', 'base currency']],
      known: [
        ...[
          'base type',
          'quote amount',
          'quote currency',
          'quote currency (name)',
          'exchange',
          'sent/received from',
        ],
        ...['sent to', 'fee amount', 'fee currency (name)', 'fee currency', 'broker', 'notes'],
      ],
      read,
    },
  ],
};

import type { DraftFields, Quantity } from '../compose-draft.ts';
import type { Draft } from '../draft.ts';
import type { FormatReader } from '../format-reader.ts';
import { groupRows } from '../group-rows.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { krakenTicker, splitKrakenPair } from '../values/kraken-ticker.ts';
import { isMoney } from '../values/money.ts';
import { absolute, type Units } from '../values/units.ts';

/** Moves within Kraken. */
const moves =
  /^(?:spottostaking|stakingfromspot|stakingtospot|spotfromstaking|spottofutures|spotfromfutures|migration|allocation|deallocation|autoallocation)$/;
/** Types with a separate row for each side. */
const sided = new Set(['trade', 'spend', 'receive', 'conversion']);

interface Entry {
  readonly row: TableRow;
  readonly type: string;
  readonly subtype: string;
  readonly ticker: string;
  readonly amount: Units;
  readonly fee: Units;
}

function readLedgers(reading: Reading): void {
  const at = (name: string) => reading.column(name);
  const columns = {
    id: at('txid'),
    ref: at('refid'),
    time: at('time'),
    type: at('type'),
    subtype: at('subtype'),
  };
  const [asset, amount, fee, balance] = ['asset', 'amount', 'fee', 'balance'].map(at) as [
    number,
    number,
    number,
    number,
  ];
  const dates = reading.dates([columns.time]);
  const reversals = createReversals();
  const toFutures = new Set(
    reading.rows
      .filter((row) => reading.text(row, columns.subtype).toLowerCase() === 'spottofutures')
      .map((row) => krakenTicker(reading.text(row, asset))),
  );
  const earnMoves = findEarnMoves(reading, { ...columns, asset, amount, fee });

  for (const [ref, rows] of groupRows(
    reading.rows,
    (row) => reading.text(row, columns.ref) || `line ${row.line}`,
  ))
    reading.attempt(rows, () => {
      const entries = rows.map((row): Entry => {
        const type = reading.requireText(row, columns.type).toLowerCase();
        const ticker = krakenTicker(reading.requireText(row, asset));
        const size = { amount: reading.requireAmount(row, amount), fee: reading.amount(row, fee) ?? 0n };
        return { row, type, subtype: reading.text(row, columns.subtype).toLowerCase(), ticker, ...size };
      });
      // A request that isn't booked yet: the booked row follows separately.
      const isPending = ({ row, type }: Entry) => isMovement(type) && reading.text(row, columns.id) === '';
      const booked = entries.filter((entry) => !isPending(entry));
      reading.ignore(entries.filter(isPending).map(({ row }) => row));
      const common = (entry: Entry) => {
        const held = reading.amount(entry.row, balance);
        const balances = held === null ? [] : [{ ticker: entry.ticker, units: held }];
        const externalId = ref.startsWith('line ') || ref === 'Unknown' ? null : ref;
        return { date: dates(entry.row), externalId, balances };
      };
      const [first] = booked;
      if (!first) return;
      if (isTrade(booked)) {
        const balances = booked.flatMap((entry) => common(entry).balances);
        return reading.add(
          booked.map(({ row }) => row),
          { ...common(first), balances, ...joinEntries(booked) },
        );
      }
      const isBareTransfer = ({ type, subtype }: Entry) => type === 'transfer' && subtype === '';
      if (booked.filter(isBareTransfer).length > 1) throw new RowError('Several transfers have one number');
      for (const entry of booked)
        reading.attempt([entry.row], () => {
          const { type, subtype, ticker } = entry;
          if (type === 'transfer' && columns.subtype < 0)
            throw new RowError('Without the column “subtype” this may be a move or an airdrop');
          if (subtype === 'spotfromfutures' && !toFutures.has(ticker) && !isMoney(ticker))
            throw new RowError('The coins came from futures, but never went there: this may be an airdrop');
          const sides = earnMoves.has(entry.row) ? null : readEntry(entry);
          if (sides === null || reversals.isCancelled(reading, entry)) return reading.ignore([entry.row]);
          const count = reading.drafts.length;
          reading.add([entry.row], { ...common(entry), ...sides });
          // Money alone makes no draft.
          const draft = reading.drafts[count];
          if (draft) reversals.note(entry, draft);
        });
    });
}

type EarnColumns = Readonly<Record<'time' | 'type' | 'subtype' | 'asset' | 'amount' | 'fee', number>>;

/** For some weeks of 2024 neither rewards nor moves have a subtype. Moves have two sides, and no fee. */
function findEarnMoves(reading: Reading, columns: EarnColumns): ReadonlySet<TableRow> {
  const text = (row: TableRow, name: keyof EarnColumns) => reading.text(row, columns[name]);
  const isBare = (row: TableRow) => text(row, 'type').toLowerCase() === 'earn' && text(row, 'subtype') === '';
  const zero = /^[0.,]*$/;
  const bare = reading.rows.filter((row) => isBare(row) && zero.test(text(row, 'fee')));
  const sizeOf = (row: TableRow) => text(row, 'amount').replace(/^[-−+]/, '');
  const moves = groupRows(
    bare,
    (row) => `${text(row, 'time')} ${krakenTicker(text(row, 'asset'))} ${sizeOf(row)}`,
  );
  const isGiven = (row: TableRow) => sizeOf(row) !== text(row, 'amount');
  return new Set([...moves.values()].filter((own) => own.filter(isGiven).length * 2 === own.length).flat());
}

const isMovement = (type: string) => type === 'deposit' || type === 'withdrawal';

function isTrade(entries: readonly Entry[]): boolean {
  if (entries.every(({ type }) => sided.has(type))) return true;
  const isConversion = entries.every(
    ({ type, subtype }) => subtype === 'delistingconversion' || type === 'adjustment',
  );
  return (
    isConversion && entries.some(({ amount }) => amount > 0n) && entries.some(({ amount }) => amount < 0n)
  );
}

/** Joins both sides of a trade, each of several rows if it was filled in parts. */
function joinEntries(entries: readonly Entry[]): Omit<DraftFields, 'date'> {
  const legs = entries.filter(({ ticker }) => ticker !== 'KFEE');
  const [into, out] = [sumSide(legs, 1n), sumSide(legs, -1n)];
  if (!into || !out) throw new RowError('The other side of this trade is missing');
  if (into.fee !== 0n && out.fee !== 0n)
    // A draft has room for one fee, so the other is deducted from the amount received.
    return {
      in: { ...into, units: into.units - into.fee },
      out,
      fee: { ticker: out.ticker, units: out.fee },
    };
  const payer = into.fee === 0n ? out : into;
  return { in: into, out, fee: { ticker: payer.ticker, units: payer.fee } };
}

function sumSide(legs: readonly Entry[], sign: 1n | -1n): (Quantity & { fee: Units }) | null {
  const side = legs.filter(({ amount }) => amount * sign > 0n);
  const [first] = side;
  if (!first) return null;
  if (side.some(({ ticker }) => ticker !== first.ticker))
    throw new RowError('The trade has more than two assets');
  const units = side.reduce((sum, { amount }) => sum + absolute(amount), 0n);
  const payers = legs.filter(({ ticker, amount }) => ticker === first.ticker && amount * sign >= 0n);
  return { ticker: first.ticker, units, fee: payers.reduce((sum, { fee }) => sum + fee, 0n) };
}

/** The sides of a single row; null if nothing changes hands. */
function readEntry({ type, subtype, ticker, amount, fee }: Entry): Omit<DraftFields, 'date'> | null {
  const main: Quantity = { ticker, units: absolute(amount) };
  const cost: Quantity = { ticker, units: fee };
  if (ticker === 'KFEE' || moves.test(subtype)) return null;
  const onlyFee = fee > 0n ? { type: 'fee' as const, out: cost } : null;
  if (amount === 0n) return onlyFee;
  if (isMovement(type) && amount > 0n)
    // A fee below zero came back with a failed withdrawal; it is in the deducted amount.
    return { in: deduct(main, fee), fee: fee > 0n ? cost : null };
  if (isMovement(type)) return { out: main, fee: cost };
  if (amount > 0n) {
    // Without a subtype, only rewards have a fee.
    const kind = type === 'earn' && subtype === '' && fee > 0n ? 'staking' : incomeKind(type, subtype);
    if (kind) return { type: 'income', kind, in: deduct(main, fee) };
  }
  if (type === 'earn' && subtype === '')
    throw new RowError('The row does not say whether it is a reward or a move');
  throw new RowError(`“${type}${subtype && ` ${subtype}`}” is not understood`);
}

const deduct = (quantity: Quantity, fee: Units): Quantity => ({ ...quantity, units: quantity.units - fee });

function incomeKind(type: string, subtype: string) {
  if (type === 'staking' || (type === 'earn' && subtype === 'reward')) return 'staking' as const;
  if (type === 'transfer' && (subtype === '' || subtype === 'airdrop')) return 'airdrop' as const;
  if (type === 'dividend' || type === 'invite bonus' || type === 'reward') return 'reward' as const;
  return null;
}

/** A failed deposit or withdrawal is followed by its reversal; both are left out. */
function createReversals() {
  const open = new Map<string, Draft[]>();
  /** With the fee: where it does not come back, it was paid. */
  const keyOf = ({ type, ticker, amount, fee }: Entry, sign: bigint) =>
    `${type} ${ticker} ${amount * sign} ${fee * sign}`;
  return {
    note(entry: Entry, draft: Draft): void {
      const key = keyOf(entry, 1n);
      if (!isMovement(entry.type)) return;
      const known = open.get(key);
      if (known) known.push(draft);
      else open.set(key, [draft]);
    },
    isCancelled(reading: Reading, entry: Entry): boolean {
      if (!isMovement(entry.type) || entry.amount > 0n === (entry.type === 'deposit')) return false;
      const draft = open.get(keyOf(entry, -1n))?.pop();
      if (!draft) return false;
      reading.cancel(draft);
      return true;
    },
  };
}

function readTrades(reading: Reading): void {
  const at = (name: string) => reading.column(name);
  const [id, order, pair, time, type] = ['txid', 'ordertxid', 'pair', 'time', 'type'].map(at) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const [volume, cost, fee, margin, misc] = ['vol', 'cost', 'fee', 'margin', 'misc'].map(at) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const dates = reading.dates([time]);
  reading.eachRow((row) => {
    if (reading.size(row, margin) > 0n || /\bclosing\b/i.test(reading.text(row, misc)))
      throw new RowError('Margin trades are not supported');
    const sides = splitKrakenPair(reading.requireText(row, pair));
    if (!sides) throw new RowError(`The pair “${reading.text(row, pair)}” is not known`);
    const [base, quote] = sides;
    const coin = { ticker: base, units: reading.requireAmount(row, volume) };
    const paid = { ticker: quote, units: reading.requireAmount(row, cost) };
    const side = reading.requireText(row, type).toLowerCase();
    if (side !== 'buy' && side !== 'sell') throw new RowError(`“${side}” is not understood`);
    reading.add([row], {
      date: dates(row),
      in: side === 'buy' ? coin : paid,
      out: side === 'buy' ? paid : coin,
      fee: { ticker: quote, units: reading.amount(row, fee) ?? 0n },
      externalId: reading.text(row, id),
      orderId: reading.text(row, order),
    });
  });
}

/** Kraken's ledgers and trades. */
export const kraken: FormatReader = {
  format: 'kraken',
  name: 'Kraken',
  hint: 'On kraken.com: your account, Documents, New export, Ledgers with all fields as CSV, over all time.',
  layouts: [
    {
      name: 'ledgers',
      required: ['txid', 'refid', 'time', 'type', 'asset', 'amount', 'fee'],
      known: ['subtype', 'aclass', 'subclass', 'wallet', 'balance', 'amountusd'],
      zone: 'UTC',
      cancelsDrafts: true,
      read: readLedgers,
    },
    {
      name: 'trades',
      required: ['pair', 'time', 'type', 'cost', 'fee', 'vol'],
      known: [
        ...['txid', 'ordertxid', 'ordertype', 'price', 'margin', 'misc', 'ledgers', 'postxid', 'posstatus'],
        ...[
          'posstatuscode',
          'cprice',
          'ccost',
          'cfee',
          'cvol',
          'cmargin',
          'net',
          'trades',
          'aclass',
          'subclass',
        ],
      ],
      zone: 'UTC',
      read: readTrades,
    },
  ],
};

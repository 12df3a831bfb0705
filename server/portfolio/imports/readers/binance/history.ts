import { groupRows } from '../group-rows.ts';
import { type JoinedLegs, joinLegs, type TradeLeg } from '../join-legs.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import type { ParsedDate } from '../values/parse-date.ts';
import { absolute } from '../values/units.ts';
import { readBinanceDates } from './dates.ts';
import { addLeg, joinSides, type Moment, secondOf } from './moments.ts';
import { classifyOperation } from './operations.ts';

interface FeeLeg extends TradeLeg {
  readonly account: string;
  readonly date: ParsedDate;
}

/** Reads the transaction history, in which each movement is a row and so a trade is several. */
export function readBinanceHistory(reading: Reading): void {
  const [account, operation, coin, change] = ['account', 'operation', 'coin', 'change'].map((name) =>
    reading.column(name),
  ) as [number, number, number, number];
  const remark = reading.column('remark');
  const time = reading.column('utc_time', 'time(utc)', 'time');
  const dates = readBinanceDates(reading, time);
  const moments = new Map<string, Moment>();
  const fees: FeeLeg[] = [];
  const onSpot = countSpotRewards(reading, { account, operation, coin, change, time });
  const swaps = findSwaps(reading, { account, operation, change, time });

  reading.eachRow((row) => {
    const word = reading.requireText(row, operation);
    const classified = swaps.has(row) ? swap : classifyOperation(word);
    if (classified.type === 'unknown') throw new RowError(`“${word}” is not understood`);
    if (classified.type === 'internal') return reading.ignore([row]);
    const ticker = reading.requireText(row, coin).toUpperCase();
    const units = reading.requireAmount(row, change);
    const date = dates(row);
    const place = reading.text(row, account);
    if ((classified.type === 'leg' || classified.type === 'fee') && borrowing.test(place))
      throw new RowError('Margin and futures are not supported');
    const main = { ticker, units: absolute(units) };
    if (units === 0n) return reading.ignore([row]);
    if (classified.type === 'fee' && units > 0n) throw new RowError(`“${word}” gives something back`);
    if (classified.type === 'fee') fees.push({ row, ticker, units, account: place, date });
    else if (classified.type === 'leg')
      addLeg(moments, {
        account: place,
        side: sideOf(classified.side, reading.text(row, remark)),
        date,
        legs: [{ row, ticker, units }],
      });
    else if (classified.type === 'move')
      reading.add([row], { date, ...(units > 0n ? { in: main } : { out: main }) });
    else if (units < 0n) throw new RowError(`“${word}” takes something away`);
    else if (onSpot.isRepeated(row)) reading.ignore([row]);
    else reading.add([row], { date, type: 'income', kind: classified.kind, in: main });
  });
  joinMoments(reading, [...moments.values()], fees);
}

/** Accounts whose trades may be of borrowed coins, or of contracts. The words are those of spot trades. */
const borrowing = /margin|futures|options/i;

/** Since 2026 Earn rewards are listed under both Earn and Spot. Skips those under Earn that Spot has too. */
function countSpotRewards(
  reading: Reading,
  columns: Record<'account' | 'operation' | 'coin' | 'change' | 'time', number>,
) {
  const counts = new Map<string, number>();
  const { account, operation, coin, change, time } = columns;
  const keyOf = (row: TableRow) =>
    [operation, coin, change, time].map((column) => reading.text(row, column)).join('\n');
  const placeOf = (row: TableRow) => reading.text(row, account).toLowerCase();
  const isReward = (row: TableRow) => classifyOperation(reading.text(row, operation)).type === 'income';
  const hasEarn = reading.rows.some((row) => placeOf(row) === 'earn');
  if (hasEarn)
    for (const row of reading.rows)
      if (placeOf(row) === 'spot' && isReward(row)) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return {
    isRepeated(row: TableRow): boolean {
      if (!hasEarn || placeOf(row) !== 'earn') return false;
      const count = counts.get(keyOf(row)) ?? 0;
      if (count > 0) counts.set(keyOf(row), count - 1);
      return count > 0;
    },
  };
}

const swap = { type: 'leg', side: 'distribution' } as const;

/** A distribution that takes a coin away replaces it by what it gives in the same second. Returns the rows of both. */
function findSwaps(
  reading: Reading,
  { account, operation, change, time }: Record<'account' | 'operation' | 'change' | 'time', number>,
): ReadonlySet<TableRow> {
  const rows = reading.rows.filter((row) => reading.text(row, operation).toLowerCase() === 'distribution');
  const moments = groupRows(rows, (row) => `${reading.text(row, account)}\n${reading.text(row, time)}`);
  const isTaken = (row: TableRow) => /^[-−]/.test(reading.text(row, change));
  return new Set([...moments.values()].filter((own) => own.some(isTaken)).flat());
}

/** With more trades than this in one second, a fee is not matched. */
const maxSides = 20;
const keyOfSecond = (account: string, second: number) => `${account}\n${second}`;

function joinMoments(reading: Reading, all: readonly Moment[], fees: readonly FeeLeg[]): void {
  const moments = joinSides(all);
  const bySecond = new Map<string, Moment[]>();
  for (const moment of moments) push(bySecond, keyOfSecond(moment.account, secondOf(moment.date.at)), moment);
  const owners = new Map(fees.map((fee) => [fee, findOwner(fee, bySecond)]));
  const feesOf = new Map<Moment | null, FeeLeg[]>();
  for (const [fee, owner] of owners) push(feesOf, owner, fee);
  const trades = new Map(
    moments.map((moment) => {
      const own = feesOf.get(moment) ?? [];
      return [moment, joinLegs(moment.legs, own) ?? joinNeighbours(moment.side, moment.legs, own)];
    }),
  );
  const isUnclear = ({ account, date }: FeeLeg) =>
    [0, -1, 1].some((shift) =>
      bySecond.get(keyOfSecond(account, secondOf(date.at) + shift))?.some((moment) => !trades.get(moment)),
    );
  for (const fee of feesOf.get(null) ?? [])
    if (isUnclear(fee)) refuseFee(reading, fee);
    else addFee(reading, fee, fee.date);
  for (const [moment, joined] of trades)
    if (joined) addTrades(reading, moment, joined);
    else refuse(reading, moment, feesOf.get(moment) ?? []);
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The trade a fee belongs to: the only one in that second, or the only one with the fee's coin. */
function findOwner(fee: FeeLeg, bySecond: ReadonlyMap<string, readonly Moment[]>): Moment | null {
  for (const second of [0, -1, 1].map((shift) => secondOf(fee.date.at) + shift)) {
    const near = bySecond.get(keyOfSecond(fee.account, second)) ?? [];
    if (near.length === 1 || near.length > maxSides) return (near.length === 1 && near[0]) || null;
    const same = near.filter(({ legs }) => legs.some(({ ticker }) => ticker === fee.ticker));
    if (same.length === 1) return same[0] ?? null;
    if (near.length > 0) return null;
  }
  return null;
}

/** A fee whose trade is unclear becomes a separate transaction. */
function addFee(reading: Reading, { row, ticker, units }: TradeLeg, date: ParsedDate): void {
  reading.attempt([row], () =>
    reading.add([row], { date, type: 'fee', out: { ticker, units: absolute(units) } }),
  );
}

function addTrades(reading: Reading, { date }: Moment, { trades, fees }: JoinedLegs): void {
  for (const trade of trades) reading.attempt(trade.rows, () => reading.add(trade.rows, { date, ...trade }));
  for (const fee of fees) addFee(reading, fee, date);
}

/** The trade may be in another of Binance's files, with its fee. */
function refuse(reading: Reading, { legs }: Moment, fees: readonly FeeLeg[]): void {
  const isOneSided = new Set(legs.map(({ units }) => units > 0n)).size === 1;
  const message = isOneSided
    ? 'The other side of this trade is not in the file'
    : 'Trades of several coins in the same second: it is unclear which rows belong together';
  for (const { row } of legs) reading.problem(row, message);
  for (const fee of fees) refuseFee(reading, fee);
}

const refuseFee = (reading: Reading, { row }: FeeLeg) =>
  reading.problem(row, 'The trade of this fee is not understood');

const smallBalances = 'small assets exchange bnb';

/** Newer files name the pair of small balances in the remark, such as `TRX to BNB`, and list their rows in no order. */
const sideOf = (side: string, remark: string) =>
  side === smallBalances && / to /i.test(remark) ? `${side} ${remark}` : side;

/** In older files, small balances converted to BNB are listed in pairs of adjacent rows. */
function joinNeighbours(side: string, legs: readonly TradeLeg[], fees: readonly TradeLeg[]) {
  if (side !== smallBalances || legs.length % 2 === 1) return null;
  const sorted = [...legs].sort((one, other) => one.row.line - other.row.line);
  const pairs = sorted.flatMap((leg, index) =>
    index % 2 === 0 ? [[leg, sorted[index + 1] ?? leg] as const] : [],
  );
  const joined = pairs.map((pair) => joinLegs(pair, []));
  const trades = joined.flatMap((one) => one?.trades ?? []);
  return trades.length === pairs.length ? { trades, fees } : null;
}

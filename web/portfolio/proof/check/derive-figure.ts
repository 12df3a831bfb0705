import { CoinLedger, gainOf } from './coin-ledger.ts';
import { type Entry, type Fields, type Leaves, worthOf } from './leaves.ts';
import {
  compareText,
  divide,
  type Money,
  minus,
  places8,
  plus,
  print,
  sum,
  sumOfKnown,
  times,
  unit,
} from './units.ts';

/** The operations behind each figure, in order. A figure not listed has only its own. */
const chains: Readonly<Record<string, string>> = {
  value: 'amount price value',
  averageCost: 'costBasis knownAmount averageCost',
  unrealized: 'knownAmount price costBasis unrealized',
  unrealizedPercent: 'knownAmount price costBasis unrealized unrealizedPercent',
};
const percentOf = (part: Money, whole: Money) =>
  part === null || !whole ? null : divide(part * 100n * unit, whole, places8);
/** Recomputes, from the leaves, each step behind a figure. The last step's result is the figure. */
export function* deriveFigure(head: Fields, leaves: Leaves): Generator<Fields> {
  const { figure, method, scope } = head as { figure: string; method: string; scope: string };
  const [from, to] = [String(head.from ?? '0'), String(head.to ?? '9')];
  const isInSpan = ({ occurredAt }: Entry) => occurredAt >= from && occurredAt < to;
  const isCosted = figure !== 'amount' && figure !== 'value';
  const coins = new Map<string, CoinLedger>();
  const paid: { coin: string; incomes: Money[]; fees: Money[] }[] = [];
  for (const entry of leaves.entries) {
    leaves.inputs.clear();
    const { gross, fee } = isCosted ? worthOf(entry, leaves) : { gross: null, fee: null };
    const worth = { inputs: [...leaves.inputs], gross: print(gross), fee: print(fee) };
    yield { op: isCosted ? 'value' : 'count', transaction: entry.id, ...(isCosted ? worth : {}) };
    const touched = [entry.in, entry.out, entry.fee].flatMap((leg) => leg?.coinId ?? []);
    const spent = plus(entry.type === 'fee' ? gross : 0n, fee);
    const [incomes, fees] = [entry.type === 'income' ? [gross] : [], spent === 0n ? [] : [spent]];
    if (isInSpan(entry)) paid.push({ coin: touched[0] ?? '', incomes, fees });
    for (const coin of new Set(touched)) {
      if (head.coin !== null && coin !== head.coin) continue;
      leaves.used.add(entry.id);
      if (!coins.has(coin)) coins.set(coin, new CoinLedger(method, scope));
      coins.get(coin)!.apply(coin, entry, gross, fee);
    }
    if (touched.length === 0 && head.coin === null) leaves.used.add(entry.id);
  }
  const chain = (chains[figure] ?? figure).split(' ');
  const all: Record<string, Money>[] = [];
  for (const [coin, ledger] of [...coins].sort(([a], [b]) => compareText(a, b))) {
    const steps = ledger.finish(coin);
    if (isCosted) yield* steps;
    leaves.inputs.clear();
    const amount = sum([...ledger.balances.values()]);
    const isPriced = chain.includes('price') && amount !== 0n;
    const dollars = isPriced ? leaves.price(coin, 'now') : null;
    const price = leaves.convert(dollars, 'USD', 'now');
    const knownAmount = sum(ledger.lots.map(({ left, cost }) => (cost === null ? 0n : left)));
    const costBasis = sumOfKnown(ledger.lots.map(({ cost }) => cost));
    const unrealized = minus(times(knownAmount, price), costBasis);
    const sales = ledger.sales.filter(({ entry }) => isInSpan(entry));
    const ofFigure = sales.filter(({ entry }) => entry.transactionId === head.transaction);
    const sold = ofFigure.find(({ isFee }) => isFee === head.isFee);
    const own = paid.filter((one) => one.coin === coin);
    const results: Record<string, Money> = {
      ...{ amount, price, knownAmount, costBasis, unrealized, value: times(amount, price) },
      averageCost: costBasis === null || knownAmount <= 0n ? null : divide(costBasis * unit, knownAmount),
      unrealizedPercent: percentOf(unrealized, costBasis),
      realized: sumOfKnown(sales.map(gainOf)),
      income: sumOfKnown(own.flatMap(({ incomes }) => incomes)),
      fees: sumOfKnown(own.flatMap(({ fees }) => fees)),
      gain: sold ? gainOf(sold) : null,
    };
    all.push(results);
    const used = [...leaves.inputs];
    for (const op of chain)
      yield { op, coin, inputs: op === 'price' ? used : [], result: print(results[op] ?? null) };
  }
  if (head.coin !== null) return;
  const cost = sum(all.map(({ unrealized, costBasis }) => (unrealized === null ? 0n : costBasis!)));
  const loose = paid.flatMap(({ coin, fees }) => (coin === '' && figure === 'fees' ? fees : []));
  const isPercent = figure === 'unrealizedPercent';
  const parts = [...all.map((results) => results[isPercent ? 'unrealized' : figure] ?? null), ...loose];
  const known = parts.filter((value) => value !== null);
  const hasAll = known.length === parts.length;
  const total = hasAll || known.some((value) => value !== 0n) ? sum(known) : null;
  yield { op: 'total', figure, result: print(isPercent ? percentOf(total, cost) : total) };
}

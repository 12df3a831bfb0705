import { AllocatedLedger } from './allocated-ledger.ts';
import { applyRules, createDayOf, readRules, walletDay } from './apply-rules.ts';
import {
  type Entry,
  type Fields,
  gainOf,
  type Leaves,
  type Money,
  print,
  refuse,
  sumOfKnown,
  valueEntry,
} from './check-proof.ts';
import { CostBase } from './cost-base.ts';
import { disposalKeyOf, FrenchPortfolio } from './french-portfolio.ts';

/** Recomputes each step behind the gain of a tax report's line, by the rules of its country. */
export function* deriveLine(head: Fields, leaves: Leaves): Generator<Fields> {
  const { figure, method, scope, transaction, isFee } = head as Fields & { method: string; scope: string };
  const coin = String(head.coin);
  const { country, timeZone } = readRules(head);
  const dayOf = createDayOf(timeZone);
  const portfolio = method === 'portfolio_share' ? new FrenchPortfolio(leaves) : null;
  const base = method === 'adjusted_cost_base' ? new CostBase(dayOf) : null;
  const withSellingFee = new Set<Entry>();
  const ledger = new AllocatedLedger(method, scope, (entry) => withSellingFee.has(entry));
  for (const original of leaves.entries) {
    const isSince2025 = dayOf(original.occurredAt) >= walletDay;
    const { entry, rule } = applyRules(original, { country, isSince2025 });
    if (rule === 'swap_fee') withSellingFee.add(entry);
    if (rule !== null) yield { op: 'rule', transaction: entry.id, rule };
    leaves.inputs.clear();
    const { gross, fee } = valueEntry(entry, leaves);
    const worth = { inputs: [...leaves.inputs], gross: print(gross), fee: print(fee) };
    yield { op: 'value', transaction: entry.id, ...worth };
    if (portfolio || touches(entry, coin)) leaves.used.add(entry.id);
    if (portfolio) yield* portfolio.apply(entry, gross, fee);
    else if (base) base.apply(coin, entry, gross, fee);
    else {
      if (country === 'US' && isSince2025) ledger.allocate(coin);
      ledger.apply(coin, entry, gross, fee);
    }
  }
  const isNamed = (id: string, isOfFee: boolean) => id === transaction && isOfFee === isFee;
  if (base) yield* base.finish(coin, isNamed);
  else if (!portfolio) yield* ledger.finish(coin);
  if (figure !== 'gain' && (figure !== 'realized' || country !== 'GB'))
    refuse(`${figure} is not a figure of a line`);
  const name = { transactionId: String(transaction) };
  // A day's line covers its disposals; stolen and lost coins are not among them.
  const isOfDay = ({ occurredAt, type }: Entry, isOfFee: boolean) =>
    occurredAt >= String(head.from ?? '0') &&
    occurredAt < String(head.to ?? '9') &&
    (type !== 'loss' || isOfFee);
  const sold = ledger.sales.find(({ entry, isFee: isOfFee }) => isNamed(entry.transactionId, isOfFee));
  let result: Money | undefined = sold && gainOf(sold);
  if (portfolio) result = portfolio.gains.get(disposalKeyOf(name, coin, isFee === true));
  else if (base) result = base.gains.get(`${transaction} ${isFee}`);
  else if (figure === 'realized')
    result = sumOfKnown(
      ledger.sales.filter(({ entry, isFee: isOfFee }) => isOfDay(entry, isOfFee)).map(gainOf),
    );
  yield { op: figure, coin, inputs: [], result: print(result ?? null) };
}

const touches = ({ in: into, out, fee }: Entry, coin: string) =>
  [into, out, fee].some((leg) => leg?.coinId === coin);

import type { CoinId, Instant } from '#contract/units.ts';
import { CoinAccount } from '../../ledger/engine/coin-account.ts';
import type { Acquisition, CoinEvent } from '../../ledger/engine/coin-event.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import { type Amount, costOfPart, smaller } from '../../ledger/engine/fixed-point.ts';
import type { Method, OpenLot } from '../../ledger/engine/lot.ts';
import { type CoinHistory, type CoinResult, runAccount } from '../report/ledger-run.ts';

/** A coin whose lots were allocated to wallets, each part as an acquisition by its wallet. */
export interface AllocatedCoin extends CoinResult {
  readonly allocation: { readonly seeds: readonly Acquisition[]; readonly disposalsBefore: number };
}

/**
 * Runs lots over all wallets before `at` and wallet by wallet from then on (Rev. Proc. 2024-28 s. 5.02, the global
 * allocation): the lots left are allocated to the wallets oldest first, in the order in which the wallets first
 * received the coin.
 */
export function runWithAllocation(
  { coinId, events }: CoinHistory,
  method: Method,
  at: Instant,
): AllocatedCoin {
  const before = events.filter(({ entry }) => entry.occurredAt < at);
  const after = events.filter(({ entry }) => entry.occurredAt >= at);
  const early = runAccount(before, { method, scope: 'portfolio' });
  const entries = new Map(before.map(({ entry }) => [entry.id, entry]));
  const seeds = allocateToWallets(coinId, early.open, balancesOf(before), entries);
  const late = runAccount([...seeds, ...after], { method, scope: 'wallet' });
  return {
    disposals: [...early.disposals, ...late.disposals],
    open: late.open,
    problems: [...early.problems, ...late.problems],
    allocation: { seeds, disposalsBefore: early.disposals.length },
  };
}

/** Positive balances per wallet, in the order in which the wallets first received the coin. */
function balancesOf(events: readonly CoinEvent[]): [wallet: string, amount: Amount][] {
  const account = new CoinAccount('fifo', 'portfolio');
  for (const event of events) account.apply(event);
  const arrivals = events.map((event) =>
    event.kind === 'acquisition' ? event.wallet : event.kind === 'transfer' ? event.to : null,
  );
  return [...account.balances]
    .filter(([, amount]) => amount > 0n)
    .sort(([a], [b]) => arrivals.indexOf(a) - arrivals.indexOf(b));
}

/** If a negative balance in another wallet leaves lots over, the last wallet keeps them, so that no cost is lost. */
function allocateToWallets(
  coinId: CoinId,
  open: readonly OpenLot[],
  balances: readonly (readonly [wallet: string, amount: Amount])[],
  entries: ReadonlyMap<string, LedgerEntry>,
): Acquisition[] {
  const positions = new Map([...entries.keys()].map((id, position) => [id, position]));
  const positionOf = ({ transactionId }: OpenLot) => positions.get(transactionId ?? '') ?? 0;
  const lots = open.toSorted(
    (a, b) => (a.acquiredAt ?? 0) - (b.acquiredAt ?? 0) || positionOf(a) - positionOf(b),
  );
  const seeds: Acquisition[] = [];
  let index = 0;
  let room = balances[0]?.[1] ?? 0n;
  for (const lot of lots) {
    let { remaining, cost } = lot;
    while (remaining > 0n) {
      const isLast = index >= balances.length - 1;
      const part = isLast ? remaining : smaller(remaining, room);
      const partCost = cost === null ? null : costOfPart(cost, part, remaining);
      if (part > 0n)
        seeds.push({ ...toSeed(lot, balances[index]?.[0] ?? 'main', part, partCost, entries), coinId });
      remaining -= part;
      room -= part;
      if (cost !== null && partCost !== null) cost -= partCost;
      if (!isLast && room === 0n) {
        index += 1;
        room = balances[index]![1];
      }
    }
  }
  return seeds;
}

function toSeed(
  { transactionId, acquiredAt }: OpenLot,
  wallet: string,
  amount: Amount,
  cost: Acquisition['cost'],
  entries: ReadonlyMap<string, LedgerEntry>,
): Omit<Acquisition, 'coinId'> {
  const entry = entries.get(transactionId ?? '')!;
  return {
    kind: 'acquisition',
    entry,
    amount,
    wallet,
    cost,
    acquiredAt: acquiredAt ?? entry.occurredAt,
    isDateUnknown: false,
  };
}

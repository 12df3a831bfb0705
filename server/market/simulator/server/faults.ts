import type { Coin } from '#contract/market.ts';
import { simulatedCoins } from '../coins/simulated-coins.ts';

/** Transport faults: the answer does not arrive, or not as JSON. */
export const transportFaults = ['429', '500', 'hang', 'reset', 'truncated', 'html', 'slow', 'nan'] as const;
/** Data faults: wrong figures in an answer that arrives. */
export const dataFaults = [
  'nulls',
  'empty',
  'million',
  'shift',
  'zero',
  'negative',
  'frozen',
  'swapped',
  'crash',
  'depeg',
  'missing',
] as const;
export type TransportFault = (typeof transportFaults)[number];
type DataFault = (typeof dataFaults)[number];
export type FaultKind = TransportFault | DataFault;

export interface Fault {
  readonly kind: FaultKind;
  /** The share of calls affected, evenly spread: 1 is every call. */
  readonly rate: number;
  /** Seconds in the Retry-After of a 429; null for none. */
  readonly retryAfter: number | null;
  /**
   * Ids of the affected coins; empty for all (then `swapped` swaps bitcoin and ethereum, and `depeg` affects the
   * stablecoins).
   */
  readonly coins: readonly string[];
}

export function isFaultKind(text: string): text is FaultKind {
  return [...transportFaults, ...dataFaults].some((kind) => kind === text);
}

export function isTransportFault(kind: FaultKind): kind is TransportFault {
  return transportFaults.some((other) => other === kind);
}

const stablecoins = new Set(simulatedCoins.filter(({ kind }) => kind === 'stable').map(({ id }) => id));

/** The price factor of each kind. */
const factors: Partial<Record<FaultKind, number>> = {
  million: 1e6,
  shift: 100,
  zero: 0,
  negative: -1,
  crash: 0.01,
  depeg: 0.85,
};

function isAffected(fault: Fault, coinId: string): boolean {
  if (fault.coins.length > 0) return fault.coins.includes(coinId);
  return fault.kind !== 'depeg' || stablecoins.has(coinId);
}

/** Scaled, with no more digits than a provider returns. */
const scaled = (figure: number | null, factor: number) =>
  figure === null ? null : Number((figure * factor).toPrecision(12));

function withPriceTimes(row: Coin, factor: number): Coin {
  return {
    ...row,
    current_price: scaled(row.current_price, factor),
    market_cap: scaled(row.market_cap, factor),
    high_24h: scaled(row.high_24h, Math.max(1, factor)),
    low_24h: scaled(row.low_24h, Math.min(1, factor)),
  };
}

function withNulls(row: Coin): Coin {
  const { id, symbol, name, image } = row;
  const nulls = Object.fromEntries(Object.keys(row).map((key) => [key, null])) as unknown as Coin;
  return { ...nulls, id, symbol, name, image };
}

function swapPrices(rows: Coin[], coins: readonly string[]): Coin[] {
  const [one = 'bitcoin', other = 'ethereum'] = coins;
  const priceOf = (id: string) => rows.find((row) => row.id === id)?.current_price ?? null;
  const swapped = new Map([
    [one, priceOf(other)],
    [other, priceOf(one)],
  ]);
  return rows.map((row) =>
    swapped.has(row.id) ? { ...row, current_price: swapped.get(row.id) ?? null } : row,
  );
}

/** The rows with the fault's wrong figures. Transport faults change nothing. */
export function corruptRows(rows: Coin[], fault: Fault): Coin[] {
  if (fault.kind === 'swapped') return swapPrices(rows, fault.coins);
  if (fault.kind === 'missing') return rows.filter(({ id }) => !isAffected(fault, id));
  const factor = factors[fault.kind];
  return rows.map((row) => {
    if (!isAffected(fault, row.id)) return row;
    if (fault.kind === 'nulls') return withNulls(row);
    return factor === undefined ? row : withPriceTimes(row, factor);
  });
}

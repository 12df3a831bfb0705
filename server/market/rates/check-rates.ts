import type { DecimalText, Instant } from '#contract/units.ts';
import { confirmationsNeeded, isWithinTenfold } from '../price-check/tenfold.ts';
import type { CurrencyRates } from '../provider.ts';

/* Decides which of the provider's rates are accepted, by the rules for prices in price-check. Pure. */

export interface CheckedRate {
  /** The last accepted rate, in units per dollar. */
  readonly rate: DecimalText;
  /** When it was fetched. */
  readonly at: Instant;
  /** A rate held back until two further refreshes agree. */
  readonly candidate: { readonly rate: number; readonly confirmations: number } | null;
}

export interface RateCheck {
  readonly rates: ReadonlyMap<string, CheckedRate>;
  /** A whole refresh held back until it is confirmed. */
  readonly held: { readonly rates: CurrencyRates; readonly confirmations: number } | null;
}

/** Units per dollar. No real rate is above this or below its inverse. */
const maxRate = 1e12;
const maxPlausibleMove = 0.9;

export function startRateCheck(rates: RateCheck['rates'] = new Map()): RateCheck {
  return { rates, held: null };
}

/** Checks rates fetched at `now` against those accepted before. A missing currency keeps its last rate. */
export function checkRates(state: RateCheck, fetched: CurrencyRates, now: Instant): RateCheck {
  const possible = new Map([...fetched].filter(([, rate]) => isRate(Number(rate))));
  const held = holdRates(state, possible);
  if (held) return { rates: state.rates, held };
  const rates = new Map(state.rates);
  for (const [code, rate] of possible) {
    const checked = checkRate(state.rates.get(code), rate, now);
    rates.set(code, checked);
  }
  return { rates, held: null };
}

function checkRate(known: CheckedRate | undefined, rate: DecimalText, now: Instant): CheckedRate {
  const accepted: CheckedRate = { rate, at: now, candidate: null };
  if (!known || isWithinTenfold(Number(rate), Number(known.rate))) return accepted;
  const { candidate } = known;
  if (!candidate || !isWithinTenfold(Number(rate), candidate.rate))
    return { ...known, candidate: { rate: Number(rate), confirmations: 0 } };
  const confirmations = candidate.confirmations + 1;
  if (confirmations >= confirmationsNeeded) return accepted;
  return { ...known, candidate: { ...candidate, confirmations } };
}

/** Null if the refresh as a whole is plausible, or has been confirmed. */
function holdRates(state: RateCheck, fetched: CurrencyRates): RateCheck['held'] {
  const lastRates = new Map([...state.rates].map(([code, { rate }]) => [code, rate]));
  if (!isImplausible(lastRates, fetched)) return null;
  const before = state.held;
  if (!before || isImplausible(before.rates, fetched)) return { rates: fetched, confirmations: 0 };
  const confirmations = before.confirmations + 1;
  return confirmations >= confirmationsNeeded ? null : { ...before, confirmations };
}

/**
 * Whether more than half of the currencies moved by over 90%: then the dollar, which all are measured in, is probably
 * at fault.
 */
function isImplausible(before: CurrencyRates, fetched: CurrencyRates): boolean {
  const known = [...fetched].filter(([code]) => code !== 'usd' && before.has(code));
  const moved = known.filter(
    ([code, rate]) => Math.abs(Number(rate) / Number(before.get(code)) - 1) > maxPlausibleMove,
  );
  return moved.length > known.length / 2;
}

function isRate(rate: number): boolean {
  return rate >= 1 / maxRate && rate <= maxRate;
}

import { Decimal } from 'decimal.js';
import type { AlertCondition } from '#contract/alerts/alert-threshold.ts';
import type { AcceptedQuotes } from '../../../server/alerts/evaluation/accepted-quotes.ts';

/** An alert with everything the oracle needs. Deliberately not the server's own type. */
export interface WatchedAlert {
  readonly key: number;
  readonly coinId: string;
  readonly condition: AlertCondition;
  readonly threshold: string;
  /** Absent for dollars. */
  readonly currency?: string | undefined;
  /** Null if it fires once. */
  readonly cooldownMs: number | null;
  readonly armedAsOf: number;
  /** Its price or change when it was armed. */
  readonly armedFigure: number | Decimal | null;
  readonly shouldFireIfTrue: boolean;
}

export interface OracleFiring {
  readonly key: number;
  readonly price: number;
  readonly after: number;
  readonly by: number;
}

interface State {
  readonly alert: WatchedAlert;
  heldBefore: boolean | null;
  /** Whether it has seen no quote yet, and fires on the first one if its condition holds. */
  shouldFireIfTrue: boolean;
  seenAt: number;
  cooldownUntil: number;
}

/**
 * The reference for alerts: checks every alert at every quote, and fires if its condition holds now and did not hold at
 * the previous quote. Slow and simple.
 */
export class AlertOracle {
  readonly #states = new Map<number, State>();

  /** Adds an alert and shows it the quotes since its arming. Returns its firings. */
  add(alert: WatchedAlert, missed: readonly AcceptedQuotes[] = []): OracleFiring[] {
    const state: State = {
      alert,
      heldBefore: heldAtStart(alert),
      shouldFireIfTrue: alert.shouldFireIfTrue,
      seenAt: alert.armedAsOf,
      cooldownUntil: Number.NEGATIVE_INFINITY,
    };
    this.#states.set(alert.key, state);
    return missed.flatMap((accepted) => this.#show(state, accepted));
  }

  remove(key: number): void {
    this.#states.delete(key);
  }

  evaluate(accepted: AcceptedQuotes): OracleFiring[] {
    return [...this.#states.values()].flatMap((state) => this.#show(state, accepted));
  }

  #show(state: State, { asOf, quotes, rates }: AcceptedQuotes): OracleFiring[] {
    const { alert, heldBefore, shouldFireIfTrue, seenAt } = state;
    const quote = quotes.get(alert.coinId);
    const figure = alert.condition.startsWith('price') ? priceIn(alert, quote?.price, rates) : quote?.change;
    if (!quote || figure == null || asOf <= alert.armedAsOf) return [];
    const isHolding = holdsExactly(alert, figure);
    state.heldBefore = isHolding;
    state.shouldFireIfTrue = false;
    state.seenAt = asOf;
    const isCrossed = heldBefore === false && isHolding;
    if (!isCrossed && !(shouldFireIfTrue && isHolding)) return [];
    if (asOf < state.cooldownUntil) return [];
    if (alert.cooldownMs === null) this.remove(alert.key);
    else state.cooldownUntil = asOf + alert.cooldownMs;
    return [{ key: alert.key, price: quote.price, after: isCrossed ? seenAt : asOf, by: asOf }];
  }
}

function heldAtStart(alert: WatchedAlert): boolean | null {
  return alert.armedFigure === null ? null : holdsExactly(alert, alert.armedFigure);
}

const Wide = Decimal.clone({ precision: 200 });

/** Dollars × rate with all digits. Null without a rate. */
export function priceIn(
  { currency }: Pick<WatchedAlert, 'currency'>,
  price: number | undefined,
  rates: ReadonlyMap<string, string> | undefined,
): number | Decimal | null {
  if (currency === undefined || price === undefined) return price ?? null;
  const rate = rates?.get(currency);
  return rate === undefined ? null : new Wide(price).times(rate);
}

function holdsExactly({ condition, threshold }: WatchedAlert, figure: number | Decimal): boolean {
  const order = new Wide(figure).cmp(new Wide(threshold));
  return condition.endsWith('_above') ? order >= 0 : order <= 0;
}

import type { Instant } from '#contract/units.ts';
import type { TradeLeg } from '../join-legs.ts';
import type { ParsedDate } from '../values/parse-date.ts';

/** The legs of one side within one second, in one account. */
export interface Moment {
  readonly account: string;
  readonly side: string;
  readonly date: ParsedDate;
  readonly legs: TradeLeg[];
}

export const secondOf = (at: Instant) => Math.floor(at / 1000);
const keyOfMoment = (account: string, side: string, second: number) => `${account}\n${side}\n${second}`;

export function addLeg(moments: Map<string, Moment>, moment: Moment): void {
  const key = keyOfMoment(moment.account, moment.side, secondOf(moment.date.at));
  const known = moments.get(key);
  if (known) known.legs.push(...moment.legs);
  else moments.set(key, moment);
}

const hasIn = ({ legs }: Moment) => legs.some(({ units }) => units > 0n);
const hasOut = ({ legs }: Moment) => legs.some(({ units }) => units < 0n);
const isHalf = (moment: Moment) => hasIn(moment) !== hasOut(moment);

/** Before 2022, `Transaction Related` was the other leg of `Buy` or `Sell`. Joins it with the only one that it may belong to. */
function joinRelated(all: readonly Moment[]): Moment[] {
  const gone = new Set<Moment>();
  const bySide = new Map(all.map((one) => [keyOfMoment(one.account, one.side, secondOf(one.date.at)), one]));
  const halves = all.filter((moment) => moment.side === 'related' && isHalf(moment));
  for (const shift of [0, 1, -1])
    for (const related of halves.filter((moment) => !gone.has(moment) && isHalf(moment))) {
      const second = secondOf(related.date.at) + shift;
      const [only, ...others] = ['buy', 'sell']
        .flatMap((side) => bySide.get(keyOfMoment(related.account, side, second)) ?? [])
        .filter((one) => !gone.has(one) && isHalf(one) && hasIn(one) !== hasIn(related));
      if (!only || others.length > 0) continue;
      const [first, later] = shift < 0 ? [only, related] : [related, only];
      first.legs.push(...later.legs);
      gone.add(later);
    }
  return all.filter((moment) => !gone.has(moment));
}

/** Joins a one-sided moment with the missing side one second later. */
function joinHalves(all: readonly Moment[]): Moment[] {
  const sorted = [...all].sort((one, other) => one.date.at - other.date.at);
  const open = new Map<string, Moment>();
  const joined: Moment[] = [];
  for (const moment of sorted) {
    const second = secondOf(moment.date.at);
    const before = open.get(keyOfMoment(moment.account, moment.side, second - 1));
    const fits = before && hasIn(before) !== hasIn(moment) && hasOut(before) !== hasOut(moment);
    if (fits) {
      before.legs.push(...moment.legs);
      continue;
    }
    joined.push(moment);
    if (hasIn(moment) !== hasOut(moment)) open.set(keyOfMoment(moment.account, moment.side, second), moment);
  }
  return joined;
}

/** Joins moments that are two sides of one trade. */
export const joinSides = (all: readonly Moment[]): Moment[] => joinHalves(joinRelated(all));

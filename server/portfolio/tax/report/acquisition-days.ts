import type { Instant } from '#contract/units.ts';
import { dayNumberOf } from '#server/platform/utc-day.ts';
import type { Match } from '../../ledger/engine/lot.ts';
import type { TaxCase } from './tax-case.ts';
import type { DayNumber, TimeZone } from './time-zone.ts';

const dayMs = 86_400_000;

/** What identifies a lot, and when it was acquired. */
type Origin = Pick<Match, 'transactionId' | 'acquiredAt'>;

/**
 * The days on which coins were acquired. The day on which a gift's donor acquired them is entered without a time and
 * stored as midnight in UTC. In a time zone west of UTC that instant belongs to the day before, so the day is taken as
 * entered.
 */
export class AcquisitionDays {
  readonly #zone: TimeZone;
  /** By transaction. */
  readonly #donorDays: ReadonlyMap<string, Instant>;

  constructor({ entries, year }: Pick<TaxCase, 'entries' | 'year'>) {
    this.#zone = year.zone;
    this.#donorDays = new Map(
      entries.flatMap(({ id, acquiredAt }) =>
        acquiredAt !== null && acquiredAt % dayMs === 0 ? [[id, acquiredAt]] : [],
      ),
    );
  }

  /** The day on which a lot was acquired; null if unknown. */
  dayOf({ transactionId, acquiredAt }: Origin): DayNumber | null {
    if (acquiredAt === null) return null;
    return this.#isDonorDay(transactionId, acquiredAt)
      ? dayNumberOf(acquiredAt)
      : this.#zone.dayOf(acquiredAt);
  }

  /** The instant at which a lot counts as acquired: for a donor's day, its beginning in the report's time zone. */
  instantOf({ transactionId, acquiredAt }: Origin): Instant | null {
    if (acquiredAt === null || !this.#isDonorDay(transactionId, acquiredAt)) return acquiredAt;
    return this.#zone.startOf(dayNumberOf(acquiredAt));
  }

  /** The single day of all matches, `various`, or null if unknown. */
  dayOfAll(matches: readonly Match[]): DayNumber | 'various' | null {
    const days = new Set(matches.map((match) => this.dayOf(match)));
    if (days.size > 1) return 'various';
    const [day] = days;
    return day ?? null;
  }

  #isDonorDay(transactionId: string | null, acquiredAt: Instant): boolean {
    return transactionId !== null && this.#donorDays.get(transactionId) === acquiredAt;
  }
}

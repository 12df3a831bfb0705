import type { DecimalText } from '#contract/units.ts';
import { formatDay } from '#server/platform/utc-day.ts';
import type { Missing } from './day-table.ts';

/** A return, or why there is none. */
export type Outcome =
  | { readonly percent: DecimalText; readonly annualPercent?: DecimalText }
  | { readonly reason: string };

/** The outcome that explains to the user why a value is unknown. */
export const toOutcome = (missing: Missing): Outcome => ({ reason: explainMissing(missing) });

function explainMissing({ kind, name, day }: Missing): string {
  const date = formatDay(day);
  if (kind === 'rate') return `There is no exchange rate for ${name} on ${date}.`;
  if (kind === 'price') return `There is no price for ${name} on ${date}.`;
  return `The price of ${name} on ${date} is being fetched. Try again in a few minutes.`;
}

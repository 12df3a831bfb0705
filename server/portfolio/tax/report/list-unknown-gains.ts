import type { TaxIncomeLine, TaxNote } from '#contract/tax/report.ts';
import { sumKnown } from '../../ledger/engine/figures.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import { countOf, writeMoneyIn } from '../text/write-money.ts';
import type { LineDraft } from './line-draft.ts';

/** Says how many lines are missing from the gains and the net, although the total proceeds include them. */
export function listUnknownGains(lines: readonly LineDraft[], currency: string): TaxNote[] {
  const unknown = lines.filter(({ gain, exempt }) => gain === null && !exempt);
  if (unknown.length === 0) return [];
  const proceeds = sumKnown(unknown.map((line) => line.proceeds));
  const isOne = unknown.length === 1;
  const sum =
    proceeds === null
      ? ''
      : ` ${isOne ? 'Its' : 'Their'} proceeds of ${writeMoneyIn(moneyText(proceeds), currency)} are included in the total proceeds.`;
  const text = `${countOf(unknown.length, 'line')} without a known gain ${isOne ? 'is' : 'are'} not included in the gains, losses and net.${sum}`;
  return [{ kind: 'missing', text, source: null }];
}

/** Says how much income is missing from the total, because its value is unknown. */
export function listUnknownIncomes(lines: readonly TaxIncomeLine[]): TaxNote[] {
  const unknown = lines.filter(({ value }) => value === null).length;
  if (unknown === 0) return [];
  const text = `The income does not include ${countOf(unknown, 'transaction')} without a known value.`;
  return [{ kind: 'missing', text, source: null }];
}

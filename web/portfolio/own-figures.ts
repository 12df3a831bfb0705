import {
  type DecimalText,
  exactAmountTitle,
  exactMoneyTitle,
  formatAmount,
  formatDecimalChange,
  formatDecimalMoney,
  formatRoughAmount,
  formatRoughMoney,
} from '#web/lib/decimal-formats.ts';
import { hiddenFigure, useAreAmountsHidden } from '#web/lib/hidden-amounts.ts';
import { inCurrency } from './currency-sign.ts';

/**
 * Writes what the user owns: amounts of coins, values, gains in money. Prices and percents are nobody's secret. Money is
 * US dollars unless a currency is named.
 */
export interface OwnFigures {
  readonly isHidden: boolean;
  readonly money: (text: DecimalText, currency?: string) => string;
  /** For narrow places. */
  readonly roughMoney: (text: DecimalText, currency?: string) => string;
  /** A gain or a loss, with its sign. */
  readonly change: (text: DecimalText, currency?: string) => string;
  readonly amount: (text: string) => string;
  /** For narrow places. */
  readonly roughAmount: (text: string) => string;
  /** Every digit where the figure omits some; undefined where it has them all, or none may be seen. */
  readonly moneyTitle: (text: DecimalText, currency?: string) => string | undefined;
  readonly amountTitle: (text: string) => string | undefined;
}

const shown: OwnFigures = {
  isHidden: false,
  money: (text, currency) => inCurrency(formatDecimalMoney(text), currency),
  roughMoney: (text, currency) => inCurrency(formatRoughMoney(text), currency),
  change: (text, currency) => inCurrency(formatDecimalChange(text), currency),
  amount: formatAmount,
  roughAmount: formatRoughAmount,
  moneyTitle: (text, currency) => {
    const title = exactMoneyTitle(text);
    return title === undefined ? undefined : inCurrency(title, currency);
  },
  amountTitle: exactAmountTitle,
};

const hide = () => hiddenFigure;
const omit = () => undefined;
const hidden: OwnFigures = {
  isHidden: true,
  money: hide,
  roughMoney: hide,
  change: hide,
  amount: hide,
  roughAmount: hide,
  moneyTitle: omit,
  amountTitle: omit,
};

/** The user's figures as the page may show them now: dots while amounts are hidden. */
export function useOwnFigures(): OwnFigures {
  return useAreAmountsHidden() ? hidden : shown;
}

import { useMemo } from 'react';
import {
  type DecimalText,
  exactAmountTitle,
  exactMoneyTitle,
  formatAmount,
  formatDecimalChange,
  formatDecimalMoney,
  formatRoughAmount,
  formatRoughMoney,
  formatWholeMoney,
} from '#web/lib/decimal-formats.ts';
import { hiddenFigure, useAreAmountsHidden } from '#web/lib/hidden-amounts.ts';
import type { Money } from '#web/lib/money/money.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { multiplyDecimals } from '#web/lib/money/multiply-decimal.ts';

/**
 * Writes what the user owns: amounts of coins, values, gains in money. Prices and percents are nobody's secret. Money
 * without a currency is US dollars, which are shown in the reader's at the present rate.
 */
export interface OwnFigures {
  readonly isHidden: boolean;
  readonly money: (text: DecimalText, currency?: string) => string;
  /** Whole units, as some forms want them. */
  readonly wholeMoney: (text: DecimalText, currency?: string) => string;
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

/** Dollars as money of the reader's currency: exact. */
export function convertDecimal(dollars: DecimalText, { isDollars, exactRate }: Money): DecimalText {
  return isDollars || dollars == null ? dollars : multiplyDecimals(dollars, exactRate);
}

function showIn(money: Money): OwnFigures {
  const written =
    <T>(format: (text: DecimalText, currency: string) => T) =>
    (text: DecimalText, currency?: string) =>
      currency === undefined
        ? format(convertDecimal(text, money), money.currency.code)
        : format(text, currency);
  return {
    isHidden: false,
    money: written(formatDecimalMoney),
    wholeMoney: written(formatWholeMoney),
    roughMoney: written(formatRoughMoney),
    change: written(formatDecimalChange),
    amount: formatAmount,
    roughAmount: formatRoughAmount,
    moneyTitle: written(exactMoneyTitle),
    amountTitle: exactAmountTitle,
  };
}

const hide = () => hiddenFigure;
const omit = () => undefined;
const hidden: OwnFigures = {
  isHidden: true,
  money: hide,
  wholeMoney: hide,
  roughMoney: hide,
  change: hide,
  amount: hide,
  roughAmount: hide,
  moneyTitle: omit,
  amountTitle: omit,
};

/** The user's figures as the page may show them now: dots while amounts are hidden. */
export function useOwnFigures(): OwnFigures {
  const money = useMoney();
  const shown = useMemo(() => showIn(money), [money]);
  return useAreAmountsHidden() ? hidden : shown;
}

import { useMemo } from 'react';
import {
  type DecimalFigure,
  exactAmountTitle,
  exactMoneyTitle,
  formatAmount,
  formatDecimalChange,
  formatDecimalMoney,
  formatShortAmount,
  formatShortMoney,
  formatWholeMoney,
} from '#web/lib/decimal-formats.ts';
import { hiddenFigure, useAreAmountsHidden } from '#web/lib/hidden-amounts.ts';
import type { Money } from '#web/lib/money/money.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { multiplyDecimals } from '#web/lib/money/multiply-decimal.ts';

/**
 * Formats what the user owns: amounts of coins, values, and gains in money, all of which can be hidden. Prices and
 * percentages can't: they aren't private. Money without a `currency` is in US dollars and shown in the reader's
 * currency at the current rate.
 */
export interface OwnFigures {
  readonly isHidden: boolean;
  readonly money: (text: DecimalFigure, currency?: string) => string;
  /** In whole units, as some tax forms require. */
  readonly wholeMoney: (text: DecimalFigure, currency?: string) => string;
  /** Shortened, for narrow places. */
  readonly shortMoney: (text: DecimalFigure, currency?: string) => string;
  /** A gain or loss, with its sign. */
  readonly change: (text: DecimalFigure, currency?: string) => string;
  readonly amount: (text: string) => string;
  /** Shortened, for narrow places. */
  readonly shortAmount: (text: string) => string;
  /** Every digit, if the figure omits some. Undefined if it has them all, or if amounts are hidden. */
  readonly moneyTitle: (text: DecimalFigure, currency?: string) => string | undefined;
  readonly amountTitle: (text: string) => string | undefined;
}

/** Converts dollars to the reader's currency, exactly. */
function convertDecimal(dollars: DecimalFigure, { isDollars, exactRate }: Money): DecimalFigure {
  return isDollars || dollars == null ? dollars : multiplyDecimals(dollars, exactRate);
}

function createShownFigures(money: Money): OwnFigures {
  const withCurrency =
    <T>(format: (text: DecimalFigure, currency: string) => T) =>
    (text: DecimalFigure, currency?: string) =>
      currency === undefined
        ? format(convertDecimal(text, money), money.currency.code)
        : format(text, currency);
  return {
    isHidden: false,
    money: withCurrency(formatDecimalMoney),
    wholeMoney: withCurrency(formatWholeMoney),
    shortMoney: withCurrency(formatShortMoney),
    change: withCurrency(formatDecimalChange),
    amount: formatAmount,
    shortAmount: formatShortAmount,
    moneyTitle: withCurrency(exactMoneyTitle),
    amountTitle: exactAmountTitle,
  };
}

const hide = () => hiddenFigure;
const omit = () => undefined;
const hidden: OwnFigures = {
  isHidden: true,
  money: hide,
  wholeMoney: hide,
  shortMoney: hide,
  change: hide,
  amount: hide,
  shortAmount: hide,
  moneyTitle: omit,
  amountTitle: omit,
};

/** Formatters for the user's figures. All show dots while amounts are hidden. */
export function useOwnFigures(): OwnFigures {
  const money = useMoney();
  const shown = useMemo(() => createShownFigures(money), [money]);
  return useAreAmountsHidden() ? hidden : shown;
}

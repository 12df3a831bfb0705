import type { OwnFigures } from '../own-figures.ts';

/** The amount column has room for `0.12345678` and `1,234.5679`. */
const maxLength = 11;

/**
 * An amount as the holdings table shows it: short if all its digits don't fit (`123.46M`). `title`: every digit, if
 * some aren't shown.
 */
export function fitAmount(own: Pick<OwnFigures, 'amount' | 'shortAmount' | 'amountTitle'>, amount: string) {
  const text = own.amount(amount);
  if (text.length <= maxLength) return { text, title: own.amountTitle(amount) };
  return { text: own.shortAmount(amount), title: own.amountTitle(amount) ?? text };
}

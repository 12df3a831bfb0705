import type { OwnFigures } from '../own-figures.ts';

/** Lists of holdings and transactions have room for `0.12345678` and `12,345.6789`. */
const maxLength = 11;

/**
 * An amount as lists show it: short if all its digits don't fit (`123.46M`). `title`: every digit, if some aren't
 * shown.
 */
export function fitAmount(own: Pick<OwnFigures, 'amount' | 'shortAmount' | 'amountTitle'>, amount: string) {
  const text = own.amount(amount);
  if (text.length <= maxLength) return { text, title: own.amountTitle(amount) };
  return { text: own.shortAmount(amount), title: own.amountTitle(amount) ?? text };
}

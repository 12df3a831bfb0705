import { type Currency, usDollars, withSymbol } from '#web/lib/money/currency.ts';
import { formatPrice } from '#web/lib/money/money-formats.ts';
import { createNumberFormatter } from '#web/lib/money/number-style.ts';

const short = createNumberFormatter({ maximumSignificantDigits: 3 });
/** Below this, prices have their zeros counted: `$0.0₁₀56`. */
const countedBelow = 1e-8;

/**
 * A mark's price as `writeOnAxis` writes it, unless that would round it to zero, such as an all-time low of $0.43 on a
 * scale in tens.
 */
export function writeMarkPrice(
  price: number,
  writeOnAxis: (price: number) => string,
  currency: Currency = usDollars,
): string {
  const text = writeOnAxis(price);
  if (price === 0 || /[1-9]/.test(text)) return text;
  return price < countedBelow
    ? formatPrice(price, currency)
    : withSymbol(short.format(price), currency.symbol);
}

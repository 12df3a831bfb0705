const signs: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  INR: '₹',
  KRW: '₩',
};

/** What stands before money of a currency: `€`, and `CHF ` where it has no sign of its own. */
export function currencySign(currency: string): string {
  return signs[currency.toUpperCase()] ?? `${currency.toUpperCase()}\u00a0`;
}

/** Money that is written in dollars, such as `+$1.50`, with the sign of its own currency. */
export function inCurrency(dollars: string, currency = 'USD'): string {
  return dollars.replace('$', currencySign(currency));
}

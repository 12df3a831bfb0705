/** Currencies that are offered; a transaction's own is always among them. */
const currencies = [
  ...[
    'USD',
    'EUR',
    'GBP',
    'CHF',
    'JPY',
    'AUD',
    'BRL',
    'CAD',
    'CNY',
    'CZK',
    'DKK',
    'HKD',
    'HUF',
    'INR',
    'KRW',
  ],
  ...['MXN', 'NOK', 'NZD', 'PLN', 'RON', 'SEK', 'SGD', 'TRY', 'ZAR'],
];

/** The currencies with `own` among them. */
export const listCurrencies = (own: string) => (currencies.includes(own) ? currencies : [own, ...currencies]);

/** Currencies to choose from, in addition to a transaction's own. */
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

/** The currencies to choose from, always including `own`. */
export const listCurrencies = (own: string) => (currencies.includes(own) ? currencies : [own, ...currencies]);

import { expect, it } from 'vitest';
import { currencyName, filterCurrencies, listCurrencyCodes } from './currency-names.ts';

const rates = { aed: 3.67, btc: 0.000015, eur: 0.92, gbp: 0.79, sats: 1500, zar: 18, chf: 0.9 };

it('Common currencies are listed first, and dollars always', () => {
  expect(listCurrencyCodes(rates)).toEqual(['usd', 'eur', 'gbp', 'btc', 'chf', 'aed', 'sats', 'zar']);
});

it('A currency is found by its code or by a word in its name', () => {
  const codes = listCurrencyCodes(rates);
  expect(filterCurrencies(codes, ' EUR ')).toEqual(['eur']);
  expect(filterCurrencies(codes, 'swiss')).toEqual(['chf']);
  expect(filterCurrencies(codes, 'd')).toContain('usd');
  expect(filterCurrencies(codes, 'nothing like it')).toEqual([]);
  expect(filterCurrencies(codes, '')).toEqual(codes);
});

it('Currencies that browsers do not know have names too', () => {
  expect(currencyName('sats')).toBe('Satoshis');
  expect(currencyName('eur')).toBe('Euro');
  expect(currencyName('strange')).toBe('STRANGE');
});

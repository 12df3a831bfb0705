import { expect, it } from 'vitest';
import { readKrakenName } from './read-kraken-name.ts';

it.each([
  ['XBTUSD_1440.csv', 'bitcoin', 'usd', 1440],
  ['ETHEUR_60.csv', 'ethereum', 'eur', 60],
  ['XDGXBT_1.csv', 'dogecoin', 'btc', 1],
  ['USDTUSD_1440.csv', 'tether', 'usd', 1440],
  ['XBTUSDT_1440.csv', 'bitcoin', 'usdt', 1440],
  ['TUSD_1440.csv', 'threshold-network-token', 'usd', 1440],
  ['XXBTZUSD_1440.csv', 'bitcoin', 'usd', 1440],
  ['XETHXXBT_1440.csv', 'ethereum', 'btc', 1440],
])('%s is %s in %s', (name, coinId, code, interval) => {
  expect(readKrakenName(name)).toMatchObject({ coinId, currency: { code }, interval });
});

it.each(['LUNAUSD_1440.csv', 'EURUSD_1440.csv', 'XBTSEK_1440.csv'])('%s is of an unknown pair', (name) => {
  expect(readKrakenName(name)).toMatchObject({ coinId: null, currency: null });
});

it.each(['bitcoin.csv', 'XBTUSD.csv', 'XBTUSD_1440.zip', '../XBTUSD_1440.csv'])(
  "%s is not one of Kraken's names",
  (name) => {
    expect(readKrakenName(name)).toBeNull();
  },
);

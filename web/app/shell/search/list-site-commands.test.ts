import { expect, it } from 'vitest';
import { displayCurrencies } from '#contract/currencies/currency.ts';
import { matchCommands } from '#web/market/search/search-command.ts';
import { listSiteCommands } from './list-site-commands.ts';

const commands = listSiteCommands({
  isSignedIn: true,
  areAmountsHidden: false,
  go: () => {},
  currencies: displayCurrencies,
  chooseCurrency: () => {},
});

it.each(['bit', 'bits', 'sat', 'sats', 'btc', 'sol'])(
  '"%s" and Enter opens a coin, not a currency',
  (text) => {
    const { named, related } = matchCommands(commands, text);
    expect(named).toEqual([]);
    expect(related.length).toBeGreaterThan(0);
  },
);

it.each([
  ['show in bits', 'currency-bits'],
  ['chf', 'currency-chf'],
])('"%s" and Enter changes the currency', (text, id) => {
  expect(matchCommands(commands, text).named.map((command) => command.id)).toEqual([id]);
});

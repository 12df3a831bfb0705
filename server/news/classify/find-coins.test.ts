import { describe, expect, it } from 'vitest';
import { hasRecordings, readRecording } from '../../../tests/support/market/recordings.ts';
import { createFindCoins } from './find-coins.ts';

const find = createFindCoins([
  { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' },
  { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum' },
  { coinId: 'tether', symbol: 'usdt', name: 'Tether' },
  { coinId: 'ripple', symbol: 'xrp', name: 'XRP' },
  { coinId: 'solana', symbol: 'sol', name: 'Solana' },
  { coinId: 'bitcoin-cash', symbol: 'bch', name: 'Bitcoin Cash' },
  { coinId: 'near', symbol: 'near', name: 'NEAR Protocol' },
  { coinId: 'flow', symbol: 'flow', name: 'Flow' },
  { coinId: 'render-token', symbol: 'render', name: 'Render' },
  { coinId: 'the-open-network', symbol: 'ton', name: 'Toncoin' },
  { coinId: 'weth', symbol: 'weth', name: 'WETH' },
  { coinId: 'arbitrum-bridged-weth', symbol: 'weth', name: 'WETH' },
  { coinId: 'pi-network', symbol: 'pi', name: 'Pi Network' },
  { coinId: 'gas', symbol: 'gas', name: 'Gas' },
]);

describe('the coins of an article', () => {
  it.each([
    ['Bitcoin holds above $100,000', ['bitcoin']],
    ["Bitcoin's rally lifts ether and XRP", ['bitcoin', 'ethereum', 'ripple']],
    ['BTC, ETH and SOL slide', ['bitcoin', 'ethereum', 'solana']],
    ['A hard fork of Bitcoin Cash', ['bitcoin-cash']],
    ['Bitcoin Cash and Bitcoin part ways', ['bitcoin-cash', 'bitcoin']],
    ['Flow (FLOW) gains ten percent', ['flow']],
    ['$NEAR and $GAS lead', ['near', 'gas']],
    ['Games come to the Flow blockchain', ['flow']],
    ['NEAR Protocol pays its validators', ['near']],
    ['Render Network adds nodes', ['render-token']],
    ['Pi Network opens its mainnet', ['pi-network']],
    ['A WETH pool is drained', ['weth']],
    ['Bitcoin, Bitcoin and again BTC', ['bitcoin']],
    ['Toncoin listed on an exchange', ['the-open-network']],
  ])('%s', (title, coins) => expect(find(title)).toEqual(coins));

  it.each([
    'Traders near the exit as gas fees flow back',
    'Gas Fees Near Their Low, Cash Flow Improves',
    'ETFs See a Flow of Cash',
    'A ton of gold, and pi is 3.14',
    'Courts render a verdict',
    'SEC, IRS AND FED SAY NO TO SOL AND NEAR',
    'Solarana is not a coin, nor is Bitcoinist',
    '',
  ])('finds none: %s', (title) => expect(find(title)).toEqual([]));

  it.skipIf(!hasRecordings)(
    'are found among the hundred largest, and everyday words name none of them',
    () => {
      const rows = readRecording('coingecko/coins-markets/2025-04-24-usd-100-24h.json') as {
        id: string;
        symbol: string;
        name: string;
      }[];
      const findReal = createFindCoins(rows.map(({ id, symbol, name }) => ({ coinId: id, symbol, name })));
      const sentence =
        'Official: The Movement to Trust One Core Story Is Near a New High, as Real Cash and Gold Flow Just Like a Maker Set Out, Says the Board of a Mask Company Near the Sun';
      expect(findReal(sentence)).toEqual([]);
      expect(
        findReal('Circle and Tether freeze a wallet with USDT and USDC; ether cannot be frozen'),
      ).toEqual(['tether', 'usd-coin', 'ethereum']);
    },
  );
});

it('A coin may be called like a property of every object', () => {
  const coins = ['constructor', '__proto__'].map((coinId) => ({ coinId, symbol: 'odd', name: 'Oddity' }));
  expect(createFindCoins(coins)('Oddity rises')).toEqual(['constructor']);
});

import type { FormatReader, Layout } from '../format-reader.ts';
import { readKucoinAccount, readKucoinEarnings } from '../kucoin/earnings.ts';
import { readKucoinConversions, readKucoinFiat, readKucoinMovements } from '../kucoin/movements.ts';
import { readKucoinTrades } from '../kucoin/trades.ts';

/** Singapore: the default for times without a zone. */
const usualZone = '+08:00';
const time = ['time(utc)', 'time'];

const oldTrades: readonly (readonly [name: string, required: Layout['required']])[] = [
  [
    'old-fills',
    [
      ['tradecreatedat', 'tradecreatedat(utc)'],
      'symbol',
      'side',
      'price',
      'size',
      'funds',
      'fee',
      'feecurrency',
    ],
  ],
  [
    'old-deals',
    [
      'oid',
      'symbol',
      'dealprice',
      'dealvalue',
      'amount',
      'fee',
      'direction',
      ['createddate', 'createddate(utc)'],
    ],
  ],
  [
    'older-deals',
    ['symbol', 'direction', 'deal_price', 'amount', 'deal_value', ['created_at', 'created_at(utc)']],
  ],
  ['oldest-fills', [time, 'pair', 'side', 'filledprice', 'amount', 'volume', 'fee', 'feecoin']],
];

/** KuCoin's many kinds of files. */
export const kucoin: FormatReader = {
  format: 'kucoin',
  name: 'KuCoin',
  hint: 'On kucoin.com: Orders, Export Trading History, the bundle as CSV; import each file of it.',
  layouts: [
    {
      name: 'fills',
      required: [
        'symbol',
        'side',
        'filled amount',
        'filled volume',
        ['filled time(utc)', 'filled time'],
        'fee',
        'fee currency',
        'maker/taker',
      ],
      known: [
        'uid',
        'account type',
        'order id',
        'order type',
        'avg. filled price',
        'filled volume (usdt)',
        'tax',
        'account mode',
      ],
      usualZone,
      read: readKucoinTrades,
    },
    {
      name: 'orders',
      required: [
        'symbol',
        'side',
        'filled amount',
        'filled volume',
        ['filled time(utc)', 'filled time'],
        'fee',
        'fee currency',
        'status',
      ],
      known: [
        ...[
          'uid',
          'account type',
          'order id',
          'order time(utc)',
          'order time',
          'order type',
          'order price',
          'order amount',
        ],
        ...['avg. filled price', 'filled volume (usdt)', 'tax', 'account mode'],
      ],
      usualZone,
      read: readKucoinTrades,
    },
    ...oldTrades.map(([name, required]) => ({
      name,
      required,
      known: ['orderid', 'liquidity', 'ordertype', 'uid', 'filledpricecoin', 'amountcoin', 'volumecoin'],
      usualZone,
      read: readKucoinTrades,
    })),
    {
      name: 'conversions',
      required: ['sell', 'buy', 'price', 'status', ['time of update(utc)', 'time of update']],
      known: ['uid', 'account type', 'payment account', 'tax'],
      usualZone,
      read: readKucoinConversions,
    },
    {
      name: 'movements',
      required: [time, 'coin', 'amount', 'fee', 'status', ['transfer network', 'remarks']],
      known: [
        'uid',
        'account type',
        'hash',
        'deposit address',
        'withdrawal address/account',
        'transfer network',
        'remarks',
      ],
      usualZone,
      read: readKucoinMovements,
    },
    {
      name: 'old-movements',
      required: [time, 'coin', 'network', 'amount', 'type', 'remark', 'fee'],
      usualZone,
      read: readKucoinMovements,
    },
    {
      name: 'earnings',
      required: [time, 'earnings coin', 'earnings type', 'amount'],
      known: [
        'uid',
        'account type',
        'order id',
        'staked coin',
        'product type',
        'product name',
        'remarks',
        'amount(usdt)',
        'fee',
      ],
      usualZone,
      read: readKucoinEarnings,
    },
    {
      name: 'account',
      required: ['currency', 'side', 'amount', 'fee', time, 'remark'],
      known: ['uid', 'account type', 'type'],
      usualZone,
      read: readKucoinAccount,
    },
    {
      name: 'fiat',
      required: ['currency (crypto)', 'crypto quantity', 'currency (fiat)', 'fiat amount', 'status', time],
      known: ['order id', 'fee currency (fiat)', 'fee (fiat)'],
      usualZone,
      read: readKucoinFiat,
    },
  ],
};

import { readBinanceHistory } from '../binance/history.ts';
import { readBinanceFiat, readBinanceMovements } from '../binance/movements.ts';
import { readBinanceConversions, readBinanceOldTrades, readBinanceTrades } from '../binance/trades.ts';
import type { FormatReader, Layout } from '../format-reader.ts';

const history: Layout = {
  name: 'history',
  required: [['utc_time', 'time', 'time(utc)'], 'account', 'operation', 'coin', 'change'],
  known: ['user_id', 'user id', 'remark'],
  read: readBinanceHistory,
};

/** Binance's transaction history, and its smaller files. */
export const binance: FormatReader = {
  format: 'binance',
  name: 'Binance',
  hint: 'On binance.com: Wallet, Transaction History, Export Transaction Records, all accounts, all coins, all time, as CSV in UTC.',
  layouts: [
    history,
    {
      name: 'trades',
      required: [['date(utc)', 'time'], 'pair', 'side', 'price', 'executed', 'amount', 'fee'],
      usualZone: 'UTC',
      read: readBinanceTrades,
    },
    {
      name: 'old-trades',
      required: ['date(utc)', 'market', 'type', 'price', 'amount', 'total', 'fee', 'fee coin'],
      read: readBinanceOldTrades,
    },
    {
      name: 'conversions',
      required: [
        ['date', 'date(utc)', 'time', 'time(utc)'],
        'pair',
        'type',
        'sell',
        'buy',
        'price',
        'inverse price',
        'status',
      ],
      known: ['wallet', 'date updated'],
      usualZone: 'UTC',
      read: readBinanceConversions,
    },
    {
      name: 'movements',
      required: [['date(utc)', 'time'], 'coin', 'network', 'amount', 'address', 'txid', 'status'],
      known: ['fee', 'transactionfee', 'sourceaddress', 'paymentid'],
      usualZone: 'UTC',
      read: readBinanceMovements,
    },
    {
      name: 'fiat',
      required: [
        ['date(utc)', 'time'],
        'coin',
        'amount',
        'status',
        'payment method',
        'indicated amount',
        'fee',
        'order id',
      ],
      usualZone: 'UTC',
      read: readBinanceFiat,
    },
  ],
};

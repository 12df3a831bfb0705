import type { FormatWriter } from './format-writer.ts';
import { cell, formatIsoTime, kindsWithoutSwap, negativeCell } from './writer-values.ts';

const geminiUnits = ['EUR', 'USD', 'BTC', 'ETH', 'ADA', 'DOT', 'SOL', 'LINK'];

export const gemini: FormatWriter = {
  format: 'gemini',
  columns: [
    ...[
      'Date',
      'Time (UTC)',
      'Type',
      'Symbol',
      'Specification',
      'Liquidity Indicator',
      'Trading Fee Rate (bps)',
    ],
    ...geminiUnits.flatMap((unit) => [
      `${unit} Amount ${unit}`,
      `Fee (${unit}) ${unit}`,
      `${unit} Balance ${unit}`,
    ]),
    ...['Trade ID', 'Order ID', 'Tx Hash'],
  ],
  kinds: kindsWithoutSwap,
  precision: 1,
  rows(m, index) {
    const isTrade = m.what === 'buy' || m.what === 'sell';
    const isOut = m.what === 'sell' || m.what === 'withdrawal';
    const amounts = new Map([[m.coin, isOut ? negativeCell(m.amount) : cell(m.amount)]]);
    if (isTrade) amounts.set(m.other, isOut ? cell(m.otherAmount) : negativeCell(m.otherAmount));
    const fees = new Map([
      [isTrade ? m.other : m.coin, isTrade || m.what === 'withdrawal' ? negativeCell(m.fee) : ''],
    ]);
    const [day = '', time = ''] = formatIsoTime(m.at).slice(0, 23).split('T');
    const types = {
      buy: 'Buy',
      sell: 'Sell',
      swap: '',
      deposit: 'Credit',
      withdrawal: 'Debit',
      staking: 'Credit',
    };
    const about = m.what === 'staking' ? 'Staking Credit' : 'Deposit';
    const cells = geminiUnits.flatMap((unit) => [amounts.get(unit) ?? '', fees.get(unit) ?? '', '']);
    return [
      [
        day,
        time,
        types[m.what],
        isTrade ? m.coin + m.other : m.coin,
        about,
        '',
        '',
        ...cells,
        String(index),
        '',
        '',
      ],
    ];
  },
};

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
  rows(movement, index) {
    const isTrade = movement.kind === 'buy' || movement.kind === 'sell';
    const isOut = movement.kind === 'sell' || movement.kind === 'withdrawal';
    const amounts = new Map([[movement.coin, isOut ? negativeCell(movement.amount) : cell(movement.amount)]]);
    if (isTrade)
      amounts.set(movement.other, isOut ? cell(movement.otherAmount) : negativeCell(movement.otherAmount));
    const fees = new Map([
      [
        isTrade ? movement.other : movement.coin,
        isTrade || movement.kind === 'withdrawal' ? negativeCell(movement.fee) : '',
      ],
    ]);
    const [day = '', time = ''] = formatIsoTime(movement.at).slice(0, 23).split('T');
    const types = {
      buy: 'Buy',
      sell: 'Sell',
      swap: '',
      deposit: 'Credit',
      withdrawal: 'Debit',
      staking: 'Credit',
    };
    const about = movement.kind === 'staking' ? 'Staking Credit' : 'Deposit';
    const cells = geminiUnits.flatMap((unit) => [amounts.get(unit) ?? '', fees.get(unit) ?? '', '']);
    return [
      [
        day,
        time,
        types[movement.kind],
        isTrade ? movement.coin + movement.other : movement.coin,
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

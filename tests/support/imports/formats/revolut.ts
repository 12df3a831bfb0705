import type { FormatWriter } from './format-writer.ts';

export const revolut: FormatWriter = {
  format: 'revolut',
  columns: ['Symbol', 'Type', 'Quantity', 'Price', 'Value', 'Fees', 'Date'],
  kinds: ['buy', 'sell', 'deposit', 'staking'],
  precision: 1000,
  hasPlainNumbers: false,
  rows(movement) {
    const types = { buy: 'Buy', sell: 'Sell', deposit: 'Receive', staking: 'Staking reward' } as const;
    const isTrade = movement.kind === 'buy' || movement.kind === 'sell';
    const money = isTrade
      ? [
          '',
          `${movement.other === 'EUR' ? '€' : '$'}${movement.otherAmount}`,
          `${movement.fee} ${movement.other}`,
        ]
      : ['', '', ''];
    const date = new Date(movement.at).toLocaleString('en-US', {
      timeZone: 'UTC',
      dateStyle: 'medium',
      timeStyle: 'medium',
    });
    return [[movement.coin, types[movement.kind as keyof typeof types], movement.amount, ...money, date]];
  },
};

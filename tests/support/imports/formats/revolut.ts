import type { FormatWriter } from './format-writer.ts';

export const revolut: FormatWriter = {
  format: 'revolut',
  columns: ['Symbol', 'Type', 'Quantity', 'Price', 'Value', 'Fees', 'Date'],
  kinds: ['buy', 'sell', 'deposit', 'staking'],
  precision: 1000,
  hasPlainNumbers: false,
  rows(m) {
    const types = { buy: 'Buy', sell: 'Sell', deposit: 'Receive', staking: 'Staking reward' } as const;
    const isTrade = m.what === 'buy' || m.what === 'sell';
    const money = isTrade
      ? ['', `${m.other === 'EUR' ? '€' : '$'}${m.otherAmount}`, `${m.fee} ${m.other}`]
      : ['', '', ''];
    const date = new Date(m.at).toLocaleString('en-US', {
      timeZone: 'UTC',
      dateStyle: 'medium',
      timeStyle: 'medium',
    });
    return [[m.coin, types[m.what as keyof typeof types], m.amount, ...money, date]];
  },
};

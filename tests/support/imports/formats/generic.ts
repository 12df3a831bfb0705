import type { FormatWriter } from './format-writer.ts';
import { koinly } from './koinly.ts';

export const generic: FormatWriter = {
  ...koinly,
  format: 'generic',
  options: {
    mapping: {
      ...{ date: 'Date', inCoin: 'Received Currency', inAmount: 'Received Amount', outCoin: 'Sent Currency' },
      ...{ outAmount: 'Sent Amount', feeCoin: 'Fee Currency', feeAmount: 'Fee Amount', type: 'Label' },
    },
  },
};

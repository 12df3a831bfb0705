import type { ImportFormat } from '../../../contract/ledger/imports.ts';
import type { ReadOptions } from '../../../server/portfolio/imports/readers/reader.ts';
import type { Movement } from './movements.ts';

/** A number, to be written with either decimal sign. */
export interface NumberCell {
  readonly number: string;
}
export type Cell = string | NumberCell;

/** Writes movements as the files of a format. */
export interface FormatWriter {
  readonly format: ImportFormat;
  readonly columns: readonly string[];
  readonly kinds: readonly Movement['what'][];
  /** Of its times, in milliseconds. */
  readonly precision: number;
  readonly rows: (movement: Movement, index: number) => readonly (readonly Cell[])[];
  readonly options?: Partial<ReadOptions>;
  /** Columns that must stay beside the one before them. */
  readonly isBound?: (column: string) => boolean;
  /** Whether its numbers are cells of their own. */
  readonly hasPlainNumbers?: boolean;
}

const all = ['buy', 'sell', 'swap', 'deposit', 'withdrawal', 'staking'] as const;
const withoutSwap = ['buy', 'sell', 'deposit', 'withdrawal', 'staking'] as const;
const n = (number: string): NumberCell => ({ number });
const minus = (number: string): NumberCell => ({ number: `-${number}` });
const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const iso = (at: number) => new Date(at).toISOString();
const scale = 8;
const units = (text: string) => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
};
/** The sum of two amounts of at most eight places. */
const plus = (one: string, other: string) => {
  const digits = (units(one) + units(other)).toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

const kraken: FormatWriter = {
  format: 'kraken',
  columns: ['txid', 'refid', 'time', 'type', 'subtype', 'aclass', 'asset', 'amount', 'fee', 'balance'],
  kinds: all,
  precision: 1000,
  rows(m, index) {
    const row = (type: string, asset: string, amount: NumberCell, fee = '0') => [
      ...[`L${index}${asset}`, `T${index}`, stamp(m.at), type, '', 'currency'],
      ...[asset === 'BTC' ? 'XXBT' : asset === 'EUR' ? 'ZEUR' : asset, amount, n(fee), ''],
    ];
    if (m.what === 'buy')
      return [row('trade', m.coin, n(m.amount)), row('trade', m.other, minus(m.otherAmount), m.fee)];
    if (m.what === 'sell')
      return [row('trade', m.coin, minus(m.amount)), row('trade', m.other, n(m.otherAmount), m.fee)];
    if (m.what === 'swap')
      return [row('spend', m.coin, minus(m.amount)), row('receive', m.other, n(m.otherAmount))];
    if (m.what === 'deposit') return [row('deposit', m.coin, n(m.amount))];
    if (m.what === 'withdrawal') return [row('withdrawal', m.coin, minus(m.amount), m.fee)];
    return [row('staking', `${m.coin}.S`, n(m.amount))];
  },
};

const binance: FormatWriter = {
  format: 'binance',
  columns: ['User_ID', 'UTC_Time', 'Account', 'Operation', 'Coin', 'Change', 'Remark'],
  // A withdrawal's fee is in its amount, and not named.
  kinds: ['buy', 'sell', 'swap', 'deposit', 'staking'],
  precision: 1000,
  rows(m) {
    const row = (operation: string, coin: string, change: NumberCell) => [
      '1',
      stamp(m.at),
      'Spot',
      operation,
      coin,
      change,
      '',
    ];
    if (m.what === 'buy')
      return [
        row('Buy', m.coin, n(m.amount)),
        row('Fee', m.other, minus(m.fee)),
        row('Buy', m.other, minus(m.otherAmount)),
      ];
    if (m.what === 'sell')
      return [
        row('Transaction Sold', m.coin, minus(m.amount)),
        row('Transaction Revenue', m.other, n(m.otherAmount)),
        row('Transaction Fee', m.other, minus(m.fee)),
      ];
    if (m.what === 'swap')
      return [
        row('Binance Convert', m.coin, minus(m.amount)),
        row('Binance Convert', m.other, n(m.otherAmount)),
      ];
    if (m.what === 'deposit') return [row('Deposit', m.coin, n(m.amount))];
    return [row('Staking Rewards', m.coin, n(m.amount))];
  },
};

const coinbase: FormatWriter = {
  format: 'coinbase',
  columns: [
    ...[
      'ID',
      'Timestamp',
      'Transaction Type',
      'Asset',
      'Quantity Transacted',
      'Price Currency',
      'Price at Transaction',
    ],
    ...['Subtotal', 'Total (inclusive of fees and/or spread)', 'Fees and/or Spread', 'Notes'],
  ],
  kinds: ['buy', 'sell', 'swap', 'deposit', 'staking'],
  precision: 1000,
  rows(m, index) {
    const row = (type: string, amount: NumberCell, money: Cell[] = ['', '', ''], note = '') => [
      [
        `id${index}`,
        `${stamp(m.at)} UTC`,
        type,
        m.coin,
        amount,
        m.what === 'swap' ? 'EUR' : m.other,
        '',
        ...money,
        note,
      ],
    ];
    const trade = [n(m.otherAmount), '', n(m.fee)];
    if (m.what === 'buy') return row('Buy', n(m.amount), trade);
    if (m.what === 'sell') return row('Sell', minus(m.amount), trade);
    if (m.what === 'deposit') return row('Receive', n(m.amount));
    if (m.what === 'staking') return row('Staking Income', n(m.amount));
    return row(
      'Convert',
      minus(m.amount),
      undefined,
      `Converted ${m.amount} ${m.coin} to ${m.otherAmount} ${m.other}`,
    );
  },
};

const bitvavo: FormatWriter = {
  format: 'bitvavo',
  columns: [
    ...['Timezone', 'Date', 'Time', 'Type', 'Currency', 'Amount', 'Quote Currency', 'Quote Price'],
    ...[
      'Received / Paid Currency',
      'Received / Paid Amount',
      'Fee currency',
      'Fee amount',
      'Status',
      'Transaction ID',
      'Address',
    ],
  ],
  kinds: ['buy', 'deposit', 'withdrawal', 'staking'],
  precision: 1,
  rows(m, index) {
    const [day = '', time = ''] = iso(m.at).slice(0, 23).split('T');
    const isTrade = m.what === 'buy';
    const amount = m.what === 'withdrawal' ? minus(plus(m.amount, m.fee)) : n(m.amount);
    const paid = isTrade ? [m.other, minus(plus(m.otherAmount, m.fee))] : ['', ''];
    const fee = isTrade ? [m.other, n(m.fee)] : m.what === 'withdrawal' ? [m.coin, n(m.fee)] : ['', ''];
    return [
      ['UTC', day, time, m.what, m.coin, amount, '', '', ...paid, ...fee, 'Completed', `id${index}`, ''],
    ];
  },
};

const bitstamp: FormatWriter = {
  format: 'bitstamp',
  columns: [
    ...[
      'ID',
      'Account',
      'Type',
      'Subtype',
      'Datetime',
      'Amount',
      'Amount currency',
      'Value',
      'Value currency',
    ],
    ...['Rate', 'Rate currency', 'Fee', 'Fee currency', 'Order ID'],
  ],
  kinds: withoutSwap,
  precision: 1000,
  rows(m, index) {
    const isTrade = m.what === 'buy' || m.what === 'sell';
    const types = {
      buy: 'Market',
      sell: 'Market',
      swap: '',
      deposit: 'Deposit',
      withdrawal: 'Withdrawal',
      staking: 'Staking reward',
    };
    const subtype = m.what === 'buy' ? 'Buy' : m.what === 'sell' ? 'Sell' : '';
    const value = isTrade ? [n(m.otherAmount), m.other] : ['', ''];
    const fee = isTrade ? [n(m.fee), m.other] : m.what === 'withdrawal' ? [n(m.fee), m.coin] : ['', ''];
    const time = iso(m.at).replace('.000Z', 'Z');
    return [
      [
        String(index),
        'Main',
        types[m.what],
        subtype,
        time,
        n(m.amount),
        m.coin,
        ...value,
        '',
        '',
        ...fee,
        '',
      ],
    ];
  },
};

const kucoin: FormatWriter = {
  format: 'kucoin',
  columns: [
    ...[
      'UID',
      'Account Type',
      'Order ID',
      'Symbol',
      'Side',
      'Order Type',
      'Avg. Filled Price',
      'Filled Amount',
      'Filled Volume',
    ],
    ...['Filled Volume (USDT)', 'Filled Time(UTC+08:00)', 'Fee', 'Tax', 'Maker/Taker', 'Fee Currency'],
  ],
  kinds: ['buy', 'sell'],
  precision: 1000,
  rows: (m, index) => [
    [
      ...[
        'u',
        'main',
        `o${index}`,
        `${m.coin}-${m.other}`,
        m.what.toUpperCase(),
        'LIMIT',
        '',
        n(m.amount),
        n(m.otherAmount),
      ],
      ...['', stamp(m.at + 8 * 3_600_000), n(m.fee), '', 'TAKER', m.other],
    ],
  ],
};

const cryptoCom: FormatWriter = {
  format: 'crypto_com',
  columns: [
    ...[
      'Timestamp (UTC)',
      'Transaction Description',
      'Currency',
      'Amount',
      'To Currency',
      'To Amount',
      'Native Currency',
    ],
    ...['Native Amount', 'Native Amount (in USD)', 'Transaction Kind'],
  ],
  kinds: ['swap', 'deposit', 'staking'],
  precision: 1000,
  rows(m) {
    const kinds = {
      swap: 'crypto_exchange',
      deposit: 'crypto_deposit',
      staking: 'mco_stake_reward',
    } as const;
    const kind = kinds[m.what as keyof typeof kinds];
    const [amount, to] =
      m.what === 'swap' ? [minus(m.amount), [m.other, n(m.otherAmount)]] : [n(m.amount), ['', '']];
    return [[stamp(m.at), 'text', m.coin, amount, ...to, 'EUR', n('1.5'), n('1.6'), kind]];
  },
};

const ledgerLive: FormatWriter = {
  format: 'ledger_live',
  columns: [
    ...[
      'Operation Date',
      'Status',
      'Currency Ticker',
      'Operation Type',
      'Operation Amount',
      'Operation Fees',
    ],
    ...[
      'Operation Hash',
      'Account Name',
      'Account xpub',
      'Countervalue Ticker',
      'Countervalue at Operation Date',
    ],
  ],
  kinds: ['deposit', 'withdrawal', 'staking'],
  precision: 1,
  rows(m, index) {
    const types = { deposit: 'IN', withdrawal: 'OUT', staking: 'REWARD' } as const;
    const amount = m.what === 'withdrawal' ? plus(m.amount, m.fee) : m.amount;
    const fee = m.what === 'withdrawal' ? m.fee : '0';
    const type = types[m.what as keyof typeof types];
    return [
      [iso(m.at), 'Confirmed', m.coin, type, n(amount), n(fee), `0x${index}`, 'One', 'xpub', 'EUR', n('0')],
    ];
  },
};

const revolut: FormatWriter = {
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

const koinly: FormatWriter = {
  format: 'koinly',
  columns: [
    ...[
      'Date',
      'Sent Amount',
      'Sent Currency',
      'Received Amount',
      'Received Currency',
      'Fee Amount',
      'Fee Currency',
    ],
    ...['Net Worth Amount', 'Net Worth Currency', 'Label', 'Description', 'TxHash'],
  ],
  kinds: all,
  precision: 1000,
  rows(m) {
    const [main, other] = [
      [n(m.amount), m.coin],
      [n(m.otherAmount), m.other],
    ];
    const none = ['', ''];
    const sides = {
      buy: [...other, ...main, n(m.fee), m.other],
      sell: [...main, ...other, n(m.fee), m.other],
      swap: [...main, ...other, ...none],
      deposit: [...none, ...main, ...none],
      withdrawal: [...main, ...none, n(m.fee), m.coin],
      staking: [...none, ...main, ...none],
    };
    return [[`${stamp(m.at)} UTC`, ...sides[m.what], '', '', m.what === 'staking' ? 'staking' : '', '', '']];
  },
};

const cointracking: FormatWriter = {
  format: 'cointracking',
  columns: [
    'Type',
    'Buy',
    'Cur.',
    'Sell',
    'Cur.',
    'Fee',
    'Cur.',
    'Exchange',
    'Group',
    'Comment',
    'Date',
    'Tx-ID',
  ],
  kinds: all,
  precision: 1000,
  isBound: (column) => column === 'Cur.',
  rows(m) {
    const [main, none] = [
      [n(m.amount), m.coin],
      ['', ''],
    ];
    const fee = [n(m.fee), m.other];
    const sides = {
      buy: ['Trade', ...main, n(plus(m.otherAmount, m.fee)), m.other, ...fee],
      sell: ['Trade', n(less(m.otherAmount, m.fee)), m.other, ...main, ...fee],
      swap: ['Trade', n(m.otherAmount), m.other, ...main, ...none],
      deposit: ['Deposit', ...main, ...none, ...none],
      withdrawal: ['Withdrawal', ...none, n(plus(m.amount, m.fee)), m.coin, n(m.fee), m.coin],
      staking: ['Staking', ...main, ...none, ...none],
    };
    return [[...sides[m.what], '', '', '', stamp(m.at), '']];
  },
};

/** The difference, which stays above zero for what a sale brought and cost. */
function less(one: string, other: string): string {
  const digits = (units(one) - units(other)).toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const delta: FormatWriter = {
  format: 'delta',
  columns: [
    ...[
      'Date',
      'Way',
      'Base amount',
      'Base currency (name)',
      'Base type',
      'Quote amount',
      'Quote currency',
      'Exchange',
    ],
    ...['Sent/Received from', 'Sent to', 'Fee amount', 'Fee currency (name)', 'Broker', 'Notes'],
  ],
  kinds: all,
  precision: 1000,
  rows(m) {
    const ways = {
      buy: 'BUY',
      sell: 'SELL',
      swap: 'SELL',
      deposit: 'DEPOSIT',
      withdrawal: 'WITHDRAW',
      staking: 'DEPOSIT',
    };
    const isTrade = m.what === 'buy' || m.what === 'sell' || m.what === 'swap';
    const quote = isTrade ? [n(m.otherAmount), m.other] : ['', ''];
    const hasFee = m.what !== 'swap' && m.what !== 'deposit' && m.what !== 'staking';
    const fee = hasFee ? [n(m.fee), m.what === 'withdrawal' ? m.coin : m.other] : ['', ''];
    const date = `${stamp(m.at - 4 * 3_600_000)}-04:00`;
    return [
      [
        date,
        ways[m.what],
        n(m.amount),
        m.coin,
        'CRYPTO',
        ...quote,
        '',
        m.what === 'staking' ? 'STAKING' : '',
        '',
        ...fee,
        '',
        '',
      ],
    ];
  },
};

const generic: FormatWriter = {
  ...koinly,
  format: 'generic',
  options: {
    mapping: {
      ...{ date: 'Date', inCoin: 'Received Currency', inAmount: 'Received Amount', outCoin: 'Sent Currency' },
      ...{ outAmount: 'Sent Amount', feeCoin: 'Fee Currency', feeAmount: 'Fee Amount', type: 'Label' },
    },
  },
};

const geminiUnits = ['EUR', 'USD', 'BTC', 'ETH', 'ADA', 'DOT', 'SOL', 'LINK'];

const gemini: FormatWriter = {
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
  kinds: withoutSwap,
  precision: 1,
  rows(m, index) {
    const isTrade = m.what === 'buy' || m.what === 'sell';
    const isOut = m.what === 'sell' || m.what === 'withdrawal';
    const amounts = new Map([[m.coin, isOut ? minus(m.amount) : n(m.amount)]]);
    if (isTrade) amounts.set(m.other, isOut ? n(m.otherAmount) : minus(m.otherAmount));
    const fees = new Map([
      [isTrade ? m.other : m.coin, isTrade || m.what === 'withdrawal' ? minus(m.fee) : ''],
    ]);
    const [day = '', time = ''] = iso(m.at).slice(0, 23).split('T');
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

/** One file of each format whose rows can be written from movements. */
export const formatWriters: readonly FormatWriter[] = [
  ...[
    binance,
    coinbase,
    kraken,
    bitvavo,
    bitstamp,
    kucoin,
    gemini,
    cryptoCom,
    ledgerLive,
    revolut,
    koinly,
    cointracking,
    delta,
  ],
  generic,
];

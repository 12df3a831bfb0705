import type { IncomeKind } from '#contract/ledger/transaction.ts';
import type { Quantity } from '../compose-draft.ts';
import { addFee, deductFee } from '../deduct-fee.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import { absolute } from '../values/units.ts';

const rewards: ReadonlyMap<string, IncomeKind> = new Map([
  ['staking', 'staking'],
  ['fixed_staking', 'staking'],
  ['affiliate', 'reward'],
  ['rebate', 'reward'],
  ['campaign_new_user_incentive', 'reward'],
  ['distribution', 'airdrop'],
]);
const arrivals = new Set(['deposit', 'withdrawal_cancelled', 'external_transferred_funds']);
const eitherWay = new Set(['internal_transfer', 'manually_assigned']);

/** Bitvavo's amounts include the fee. */
function read(reading: Reading): void {
  const at = (...names: string[]) => reading.column(...names);
  const [zone, day, time, type, coin, amount] = [
    'timezone',
    'date',
    'time',
    'type',
    'currency',
    'amount',
  ].map((name) => at(name)) as [number, number, number, number, number, number];
  const paid = at('received / paid amount', 'eur received / paid');
  const [paidCoin, feeCoin, feeAmount] = [
    at('received / paid currency'),
    at('fee currency'),
    at('fee amount'),
  ];
  const [status, id, address] = [at('status'), at('transaction id'), at('address')];
  const dates = reading.dates([day, time]);

  reading.eachRow((row) => {
    const state = reading.text(row, status).toLowerCase();
    if (state !== '' && state !== 'completed' && state !== 'distributed') return reading.ignore([row]);
    const operation = reading.requireText(row, type).toLowerCase();
    const signed = reading.requireAmount(row, amount);
    const main: Quantity = { ticker: reading.requireText(row, coin).toUpperCase(), units: absolute(signed) };
    const feeUnits = reading.size(row, feeAmount);
    const fee =
      feeUnits > 0n ? { ticker: reading.requireText(row, feeCoin).toUpperCase(), units: feeUnits } : null;
    const common = {
      date: dates(row, reading.text(row, zone)),
      externalId: reading.text(row, id),
      address: reading.text(row, address),
    };
    const other = (): Quantity => ({
      ticker: reading.text(row, paidCoin).toUpperCase() || 'EUR',
      units: absolute(reading.requireAmount(row, paid)),
    });
    if (operation === 'buy')
      return reading.add([row], { ...common, in: main, out: deductFee(other(), fee), fee });
    if (operation === 'sell')
      return reading.add([row], { ...common, in: addFee(other(), fee), out: main, fee });
    const kind = rewards.get(operation);
    if ((kind || arrivals.has(operation)) && signed < 0n)
      throw new RowError('An amount goes out where one should come in');
    if (kind) return reading.add([row], { ...common, type: 'income', kind, in: main });
    if (arrivals.has(operation) || (eitherWay.has(operation) && signed > 0n))
      return reading.add([row], { ...common, in: deductFee(main, fee), fee });
    if (operation === 'withdrawal' || eitherWay.has(operation))
      return reading.add([row], { ...common, out: deductFee(main, fee), fee });
    throw new RowError(`“${operation}” is not understood`);
  });
}

/** Bitvavo's transaction history. */
export const bitvavo: FormatReader = {
  format: 'bitvavo',
  name: 'Bitvavo',
  hint: 'In Bitvavo: your profile, Transaction history, Export, then CSV with all dates.',
  layouts: [
    {
      name: 'history',
      required: ['date', 'time', 'type', 'currency', 'amount', 'fee currency', 'fee amount', 'status'],
      known: [
        'timezone',
        'quote currency',
        'quote price',
        'received / paid currency',
        'received / paid amount',
        'price (eur)',
        'eur received / paid',
        'transaction id',
        'address',
      ],
      usualZone: 'Europe/Amsterdam',
      read,
    },
  ],
};

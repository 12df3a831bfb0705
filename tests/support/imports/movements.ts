import fc from 'fast-check';
import type { Draft, DraftLeg } from '../../../server/portfolio/imports/readers/draft.ts';

/** A movement of coins, independent of any file format. */
export interface Movement {
  readonly kind: 'buy' | 'sell' | 'swap' | 'deposit' | 'withdrawal' | 'staking';
  readonly at: number;
  readonly coin: string;
  readonly amount: string;
  /** The other side of a trade: money or, in a swap, the coin received. */
  readonly other: string;
  readonly otherAmount: string;
  /** In the unit of the other side of a trade, or in the coin of a withdrawal. */
  readonly fee: string;
}

const coins = ['BTC', 'ETH', 'ADA', 'DOT', 'SOL', 'LINK'];
const first = Date.UTC(2016, 0, 1);
const minute = 60_000;

const decimal = (minWhole: number, maxWhole: number, places: number) =>
  fc
    .tuple(fc.integer({ min: minWhole, max: maxWhole }), fc.integer({ min: 1, max: 10 ** places - 1 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(places, '0')}`.replace(/0+$/, ''));

/** A ledger of up to twenty movements. Each has a different minute, except for identical fills. */
export function arbitraryMovements(kinds: readonly Movement['kind'][]): fc.Arbitrary<Movement[]> {
  const one = fc.record({
    kind: fc.constantFrom(...kinds),
    at: fc.constant(0),
    coin: fc.constantFrom(...coins),
    amount: decimal(0, 5000, 8),
    other: fc.constantFrom('EUR', 'USD'),
    otherAmount: decimal(1, 90_000, 2),
    fee: decimal(0, 0, 3),
    times: fc.constantFrom(1, 1, 1, 2),
  });
  return fc.array(one, { minLength: 1, maxLength: 20 }).map((list) =>
    list.flatMap(({ times, ...movement }, index) => {
      const at = first + index * (1439 * minute + 61_000);
      const other =
        movement.kind === 'swap'
          ? (coins[(coins.indexOf(movement.coin) + 1) % coins.length] ?? '')
          : movement.other;
      return Array.from({ length: times }, () => ({ ...movement, at, other }));
    }),
  );
}

/** The expected result of reading a movement. `precision`: of the time, in milliseconds. */
export function describeMovement(
  { kind, at, coin, amount, other, otherAmount, fee }: Movement,
  precision: number,
): string {
  const main = `${plain(amount)} ${coin}`;
  const second = `${plain(otherAmount)} ${other}`;
  const time = new Date(at - (at % precision)).toISOString();
  switch (kind) {
    case 'buy':
      return `${time} buy +${main} -${second} fee ${plain(fee)} ${other}`;
    case 'sell':
      return `${time} sell +${second} -${main} fee ${plain(fee)} ${other}`;
    case 'swap':
      return `${time} swap +${second} -${main}`;
    case 'deposit':
      return `${time} transfer -${main} from elsewhere`;
    case 'withdrawal':
      return `${time} transfer -${main} fee ${plain(fee)} ${coin} to elsewhere`;
    case 'staking':
      return `${time} income/staking +${main}`;
  }
}

const plain = (text: string) => (text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text);
const legOf = (leg: DraftLeg) => `${plain(leg.amount)} ${'currency' in leg ? leg.currency : leg.ticker}`;

/** A reader's result, in the words of `describeMovement`. */
export function describeRead({
  type,
  kind,
  occurredAt,
  in: into,
  out,
  fee,
  wallet,
  toWallet,
}: Draft): string {
  return [
    new Date(occurredAt).toISOString(),
    kind ? `${type}/${kind}` : type,
    into && `+${legOf(into)}`,
    out && `-${legOf(out)}`,
    fee && `fee ${legOf(fee)}`,
    wallet === 'Elsewhere' && 'from elsewhere',
    toWallet === 'Elsewhere' && 'to elsewhere',
  ]
    .filter(Boolean)
    .join(' ');
}

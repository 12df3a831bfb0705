import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { describeImports } from '../../../tests/support/imports/describe-imports.ts';

const runs = Number(process.env.IMPORT_RUNS ?? 8);
const first = Date.UTC(2024, 5, 1, 10);

interface Event {
  readonly second: number;
  readonly kind: 'buy' | 'sell' | 'deposit' | 'withdrawal' | 'reward';
  readonly coin: 'BTC' | 'ETH';
  readonly amount: string;
}

const events = fc
  .array(
    fc.record({
      second: fc.integer({ min: 0, max: 400 }),
      kind: fc.constantFrom<Event['kind'][]>('buy', 'sell', 'deposit', 'withdrawal', 'reward'),
      coin: fc.constantFrom<Event['coin'][]>('BTC', 'ETH'),
      amount: fc.constantFrom('1', '0.5', '0.25'),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((list) => [...list].sort((a, b) => a.second - b.second));

/** How an exchange writes a history, in a given time zone if the format doesn't fix one. */
interface Format {
  readonly name: string;
  /** `offset`: hours ahead of UTC in which times are written, if the format allows it. */
  write(events: readonly Event[], offset: number): string;
  fields(offset: number): Record<string, string>;
}

const stamp = (second: number, offset = 0) =>
  new Date(first + second * 1000 + offset * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const isOut = ({ kind }: Event) => kind === 'sell' || kind === 'withdrawal';

const cryptoCom: Format = {
  name: 'crypto_com',
  fields: () => ({}),
  write: (list) =>
    [
      'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind',
      ...list.map((event) => {
        const { second, coin, amount, kind } = event;
        const to = kind === 'sell' ? `EUR,100` : ',';
        const kinds = {
          buy: 'crypto_purchase',
          sell: 'crypto_viban_exchange',
          deposit: 'crypto_deposit',
          withdrawal: 'crypto_withdrawal',
          reward: 'referral_gift',
        };
        return `${stamp(second)},Text,${coin},${isOut(event) ? '-' : ''}${amount},${to},EUR,100,110,${kinds[kind]}`;
      }),
    ].join('\n'),
};

const coinTracking: Format = {
  name: 'cointracking',
  fields: (offset) => ({ timeZone: `${offset < 0 ? '-' : '+'}0${Math.abs(offset)}:00` }),
  write: (list, offset) =>
    [
      '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"',
      ...list.map(({ second, coin, amount, kind }) => {
        const types = {
          buy: 'Trade',
          sell: 'Trade',
          deposit: 'Deposit',
          withdrawal: 'Withdrawal',
          reward: 'Staking',
        };
        const [into, out] = {
          buy: [`"${amount}","${coin}"`, '"100","EUR"'],
          sell: ['"100","EUR"', `"${amount}","${coin}"`],
          deposit: [`"${amount}","${coin}"`, '"",""'],
          withdrawal: ['"",""', `"${amount}","${coin}"`],
          reward: [`"${amount}","${coin}"`, '"",""'],
        }[kind];
        return `"${types[kind]}",${into},${out},"","","Kraken","","","${stamp(second, offset)}"`;
      }),
    ].join('\n'),
};

const contentOf = (ledger: readonly Transaction[]) =>
  ledger
    .map(({ type, kind, occurredAt, in: into, out, fee, wallet, toWallet }) => {
      const placeOf = (id: string | null) => (id === 'elsewhere' || id === null ? id : 'own');
      return JSON.stringify([type, kind, occurredAt, into, out, fee, placeOf(wallet), placeOf(toWallet)]);
    })
    .sort();

describeImports('files in any order', (open) => {
  it.each([cryptoCom, coinTracking])(
    'of $name build one ledger, which is empty once all are undone',
    {
      timeout: 1_200_000,
    },
    async (format) => {
      await fc.assert(
        fc.asyncProperty(
          events,
          fc.array(fc.tuple(fc.nat(14), fc.nat(14), fc.constantFrom(0, 2, -5)), { maxLength: 3 }),
          fc.infiniteStream(fc.nat(1000)),
          async (list, windows, order) => {
            const whole = await open().site.open();
            await whole.importFile(format.write(list, 0), format.fields(0));
            const expected = contentOf(await whole.ledger());

            const user = await open().site.open();
            const files = windows
              .map(([from, to, offset]) => ({ rows: list.slice(from, Math.max(from, to)), offset }))
              .filter(({ rows }) => rows.length > 0);
            const all = [...files, { rows: list, offset: 0 }, { rows: list.toReversed(), offset: 2 }];
            const shuffled = all
              .map((file) => ({ file, at: order.next().value }))
              .sort((a, b) => a.at - b.at);
            const done: { id: string; before: string[] }[] = [];
            for (const { file } of shuffled) {
              const before = contentOf(await user.ledger());
              const { id } = await user.importFile(
                format.write(file.rows, file.offset),
                format.fields(file.offset),
              );
              done.push({ id, before });
            }
            expect(contentOf(await user.ledger())).toEqual(expected);
            const last = done.pop()!;
            await user.undo(last.id);
            expect(contentOf(await user.ledger())).toEqual(last.before);
            for (const { id } of done
              .map((one) => ({ ...one, at: order.next().value }))
              .sort((a, b) => a.at - b.at))
              await user.undo(id);
            expect(await user.ledger()).toEqual([]);
          },
        ),
        { numRuns: runs },
      );
    },
  );
});

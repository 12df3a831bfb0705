import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { plainRow } from '../../../../tests/support/imports/plain-row.ts';
import { filesOf, type ImportFile, type ImportRow, type MergedRow } from './import-row.ts';
import { planLedger } from './plan-ledger.ts';

const runs = Number(process.env.IMPORT_RUNS ?? 100);

let files = 0;
function file(rows: readonly ImportRow[], about: Partial<ImportFile> = {}): ImportFile {
  files += 1;
  const instants = rows.map(({ at }) => at);
  return {
    importId: `import-${files}`,
    format: 'kraken',
    layout: 'ledgers',
    digest: JSON.stringify(rows),
    from: instants.length ? Math.min(...instants) : null,
    to: instants.length ? Math.max(...instants) : null,
    rows,
    ...about,
  };
}

const none = {
  answers: new Map<string, string>(),
  fixed: new Set<string>(),
  joined: new Map<string, string>(),
};
const plan = (list: readonly ImportFile[], answers: Record<string, string> = {}) =>
  planLedger(list, { ...none, answers: new Map(Object.entries(answers)) });
const ledgerOf = (list: readonly ImportFile[], answers: Record<string, string> = {}) =>
  plan(list, answers).rows.map(({ key, row }) => ({ key, ...row, lines: undefined }));

/** Rows from a small domain, so that many are equal. */
const anyRow = fc
  .record({
    second: fc.integer({ min: 0, max: 30 }),
    amount: fc.constantFrom('1', '2', '0.5'),
    kind: fc.constantFrom('buy', 'sell', 'deposit', 'withdrawal', 'reward'),
    coin: fc.constantFrom('bitcoin', 'ethereum'),
  })
  .map(({ second, amount, kind, coin }): ImportRow => {
    const leg = { coinId: coin, symbol: coin, name: coin, amount };
    const money = { currency: 'EUR', amount: '100' };
    const at = plainRow.at + second * 1000;
    const legs = { ...plainRow, at, precision: 1000 };
    if (kind === 'buy') return { ...legs, in: leg, out: money };
    if (kind === 'sell') return { ...legs, type: 'sell', in: money, out: leg };
    if (kind === 'reward') return { ...legs, type: 'income', kind: 'staking', in: leg, out: null };
    const [wallet, toWallet] = kind === 'deposit' ? ['elsewhere', 'kraken'] : ['kraken', 'elsewhere'];
    return { ...legs, type: 'transfer', in: null, out: leg, wallet, toWallet };
  });
const anyHistory = fc.array(anyRow, { maxLength: 25 }).map((rows) => [...rows].sort((a, b) => a.at - b.at));

const cut = (rows: readonly ImportRow[], from: number, to: number) => rows.slice(from, Math.max(from, to));

describe('the ledger built from files', () => {
  it('is the same for permuted, repeated and overlapping files', () => {
    fc.assert(
      fc.property(
        anyHistory,
        fc.array(fc.tuple(fc.nat(25), fc.nat(25)), { maxLength: 4 }),
        fc.integer(),
        (rows, windows, seed) => {
          const whole = file(rows);
          const parts = windows.map(([from, to]) => file(cut(rows, from, to)));
          const all = [whole, ...parts, whole];
          const shuffled = all.toSorted((a, b) => (a.importId + seed < b.importId + seed ? -1 : 1)).reverse();
          expect(ledgerOf(all)).toEqual(ledgerOf([whole]));
          expect(ledgerOf(shuffled)).toEqual(ledgerOf([whole]));
        },
      ),
      { numRuns: runs },
    );
  });

  it('equals the whole for a split file, once equal rows on both sides of a cut are kept', () => {
    fc.assert(
      fc.property(anyHistory, fc.array(fc.nat(25), { maxLength: 3 }), (rows, cuts) => {
        // Only a window that is cut within an instant has rows whose side is unclear.
        const places = [0, ...cuts.filter((place) => place <= rows.length), rows.length].sort(
          (a, b) => a - b,
        );
        const parts = places.slice(1).map((place, i) => file(cut(rows, places[i]!, place)));
        const list = parts.filter((part) => part.rows.length > 0);
        const answers: Record<string, string> = {};
        for (const { key } of plan(list).equalRows) answers[key] = 'keep';
        const amounts = (rows: ReturnType<typeof ledgerOf>) =>
          rows.map(({ at, type, in: into, out }) => JSON.stringify([at, type, into, out])).sort();
        const isPlain =
          new Set(places.slice(1, -1).map((place) => rows[place]?.at)).size === places.length - 2;
        // Files of equal content are the same file, given twice.
        fc.pre(isPlain && new Set(list.map(({ digest }) => digest)).size === list.length);
        expect(amounts(ledgerOf(list, answers))).toEqual(amounts(ledgerOf([file(rows)])));
      }),
      { numRuns: runs },
    );
  });

  it('keeps two identical fills', () => {
    expect(ledgerOf([file([plainRow, plainRow])])).toHaveLength(2);
    expect(ledgerOf([file([plainRow, plainRow]), file([plainRow])])).toHaveLength(2);
  });

  it('treats a row of coarser precision as one of the finer rows within its span', () => {
    const fine = [
      { ...plainRow, at: plainRow.at + 100 },
      { ...plainRow, at: plainRow.at + 30_000 },
    ];
    const minute = 60_000;
    const at = Math.floor(plainRow.at / minute) * minute;
    const coarse = { ...plainRow, at, precision: minute };
    const inMinute = fine.filter((row) => Math.floor(row.at / minute) * minute === at).length;
    expect(ledgerOf([file(fine), file([coarse])])).toHaveLength(Math.max(2, 1));
    expect(ledgerOf([file([coarse, coarse, coarse]), file(fine)])).toHaveLength(3 + (2 - inMinute));
    expect(ledgerOf([file([coarse]), file(fine)])).toEqual(ledgerOf([file(fine), file([coarse])]));
  });

  it("tells rows apart by the exchange's id if both have one", () => {
    const one = { ...plainRow, externalId: 'T1' };
    const two = { ...plainRow, externalId: 'T2' };
    expect(ledgerOf([file([one]), file([two])])).toHaveLength(2);
    expect(ledgerOf([file([one]), file([plainRow])])).toEqual(ledgerOf([file([one])]));
    expect(ledgerOf([file([plainRow]), file([one])])).toEqual(ledgerOf([file([one])]));
    expect(ledgerOf([file([one, two]), file([plainRow, plainRow, plainRow])])).toHaveLength(3);
  });

  it('lists the keys a row would have without the other files', () => {
    const one = { ...plainRow, externalId: 'T1' };
    const alone = plan([file([plainRow])]).rows[0]!.key;
    const [both] = plan([file([one]), file([plainRow])]).rows;
    expect(both!.key).toBe(plan([file([one])]).rows[0]!.key);
    expect(both!.aliases).toContain(alone);
  });

  it('asks about equal rows if one file ends where another begins', () => {
    const early = { ...plainRow, at: plainRow.at - 5000 };
    const late = { ...plainRow, at: plainRow.at + 5000 };
    const list = [file([early, plainRow]), file([plainRow, late])];
    const [question] = plan(list).equalRows;
    expect(question?.files).toEqual([0, 1]);
    expect(ledgerOf(list)).toHaveLength(3);
    expect(ledgerOf(list, { [question!.key]: 'keep' })).toHaveLength(4);
    expect(plan([list[0]!, list[0]!]).equalRows).toEqual([]);
  });
});

const withdrawal: ImportRow = {
  ...plainRow,
  type: 'transfer',
  in: null,
  out: { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '0.5' },
  wallet: 'kraken',
  toWallet: 'elsewhere',
};
const deposit: ImportRow = {
  ...withdrawal,
  at: plainRow.at + 3_600_000,
  wallet: 'elsewhere',
  toWallet: 'ledger',
};

describe('the two sides of a transfer', () => {
  it('are joined if they fit only each other, and separate again without one of the files', () => {
    const [out, into] = [file([withdrawal]), file([deposit])];
    const [joined, ...others] = plan([into, out]).rows;
    expect(others).toEqual([]);
    expect(joined?.row).toMatchObject({ at: plainRow.at, wallet: 'kraken', toWallet: 'ledger' });
    expect(filesOf(joined!)).toEqual([0, 1]);
    expect(plan([into]).rows.map(({ row }) => row.wallet)).toEqual(['elsewhere']);
    expect(plan([out]).rows.map(({ row }) => row.toWallet)).toEqual(['elsewhere']);
  });

  it.each([
    ['within one wallet', { toWallet: 'kraken' }],
    ['of another amount', { out: { ...withdrawal.out!, amount: '0.4' } as ImportRow['out'] }],
    ['more than 48 hours later', { at: plainRow.at + 49 * 3_600_000 }],
    ['with another hash', { hash: 'b' }],
  ])('stay separate if one is %s', (_, change) => {
    expect(plan([file([{ ...withdrawal, hash: 'a' }]), file([{ ...deposit, ...change }])]).rows).toHaveLength(
      2,
    );
  });

  it('are asked about if several fit', () => {
    const other = { ...deposit, at: plainRow.at + 7_200_000 };
    const list = [file([withdrawal]), file([deposit, other])];
    const [question] = plan(list).openTransfers;
    expect(question?.others.map(({ row }) => row.at)).toEqual([deposit.at, other.at]);
    const chosen = question!.others[1]!.key;
    const answered = plan(list, { [question!.key]: chosen });
    expect(answered.openTransfers).toEqual([]);
    expect(answered.rows.map(({ row }) => [row.at, row.toWallet])).toEqual([
      [plainRow.at, 'ledger'],
      [deposit.at, 'ledger'],
    ]);
    expect(plan(list, { [question!.key]: 'skip' }).rows).toHaveLength(3);
  });

  it('stay as the user edited them', () => {
    const list = [file([withdrawal]), file([deposit])];
    const side = plan([list[0]!]).rows[0]!;
    const rows = planLedger(list, { ...none, fixed: new Set([side.key]) }).rows;
    expect(rows).toHaveLength(2);
  });

  it('are neither joined nor asked about if too many fit', () => {
    const repeatRow = (row: ImportRow, count: number) =>
      file(Array.from({ length: count }, (_, number) => ({ ...row, at: row.at + number * 1000 })));
    const few = plan([repeatRow(withdrawal, 20), repeatRow(deposit, 20)]);
    expect(few.openTransfers.map(({ others }) => others.length)).toEqual(Array(20).fill(20));
    const all = plan([repeatRow(withdrawal, 5000), repeatRow(deposit, 5000)]);
    expect([all.rows.length, all.openTransfers.length]).toEqual([10_000, 0]);
  });
});

describe('a hundred thousand rows', () => {
  const count = 100_000;
  const keysOf = (list: readonly ImportFile[]) => new Set(plan(list).rows.map(({ key }) => key));

  it('of one instant that differ only in their ids all count', () => {
    const rows = Array.from({ length: count }, (_, index) => ({ ...plainRow, externalId: `L${index}` }));
    expect(keysOf([file(rows), file(rows.slice(0, count / 2))]).size).toBe(count);
  });

  it('of one instant that are identical all count', () => {
    expect(keysOf([file(Array.from({ length: count }, () => plainRow))]).size).toBe(count);
  });

  it('of one amount at many instants all count', () => {
    const rows = Array.from({ length: count }, (_, index) => ({ ...plainRow, at: plainRow.at + index }));
    expect(keysOf([file(rows)]).size).toBe(count);
  });
});

describe('transfers of one amount', () => {
  const coin = plainRow.in;
  const hour = 3_600_000;
  const move = (at: number, wallet: string, toWallet: string): ImportRow => ({
    ...plainRow,
    ...{ type: 'transfer', in: null, out: coin, at, wallet, toWallet },
  });

  it('are each joined with the only deposit near them', () => {
    const days = Array.from({ length: 20_000 }, (_, index) => plainRow.at + index * 100 * hour);
    const outs = days.map((at) => move(at, 'kraken', 'elsewhere'));
    const ins = days.map((at) => move(at + hour, 'elsewhere', 'ledger'));
    const { rows, openTransfers } = plan([file(outs), file(ins)]);
    expect([rows.length, openTransfers.length]).toEqual([days.length, 0]);
    expect(rows.every(({ row }) => row.wallet === 'kraken' && row.toWallet === 'ledger')).toBe(true);
  });

  it('are asked about with the nearest hundred deposits', () => {
    const ins = Array.from({ length: 150 }, (_, index) =>
      move(plainRow.at + index * 1000, 'elsewhere', 'ledger'),
    );
    const [question] = plan([file([move(plainRow.at, 'kraken', 'elsewhere')]), file(ins)]).openTransfers;
    expect(question!.others.map(({ row }) => row.at)).toEqual(ins.slice(0, 100).map(({ at }) => at));
  });
});

describe('two kinds of files of one exchange', () => {
  const ledgers = { layout: 'ledgers' };
  const trades = { layout: 'trades' };
  const trade = { ...plainRow, at: plainRow.at + 400, out: { currency: 'EUR', amount: '100.00001' } };

  it('count a trade once, with or without an id, in either order', () => {
    const both = [file([plainRow], ledgers), file([trade], trades)];
    expect(plan(both).rows.map(({ row }) => row)).toEqual([plainRow]);
    expect(ledgerOf(both.toReversed())).toEqual(ledgerOf(both));
    const named = [
      file([{ ...plainRow, externalId: 'L1' }], ledgers),
      file([{ ...trade, externalId: 'T1' }], trades),
    ];
    expect(plan(named).rows).toHaveLength(1);
  });

  it('count each of thousands of consecutive trades once', () => {
    const row = (number: number, more: string) => ({
      ...plainRow,
      at: plainRow.at + number * 1000,
      in: { ...plainRow.in!, amount: `${number + 1}${more}` } as ImportRow['in'],
      out: { currency: 'EUR', amount: '100' },
    });
    const rows = (more: string) => Array.from({ length: 1500 }, (_, number) => row(number, more));
    expect(plan([file(rows('.5'), ledgers), file(rows('.500000001'), trades)]).rows).toHaveLength(1500);
  });

  it('count the fills of an order once', () => {
    const fills = ['0.25', '0.75'].map((amount) => ({
      ...plainRow,
      in: { ...plainRow.in!, amount } as ImportRow['in'],
      out: { currency: 'EUR', amount: String(Number(amount) * 100) },
    }));
    expect(plan([file([plainRow], ledgers), file(fills, trades)]).rows).toHaveLength(1);
  });

  it('sum up the fills of an order once, however many there are', () => {
    const count = 300;
    const fill = (number: number) => ({
      ...plainRow,
      at: plainRow.at + number * 10_000,
      in: { ...plainRow.in!, amount: `${number + 1}` } as ImportRow['in'],
      orderId: 'O1',
    });
    const fills = Array.from({ length: count }, (_, number) => fill(number));
    const others = fills.map((row) => ({
      ...row,
      at: row.at + 5000,
      out: { currency: 'EUR', amount: '70' },
    }));
    const plus = vi.spyOn(Decimal.prototype, 'plus');
    onTestFinished(() => plus.mockRestore());
    expect(plan([file(fills, ledgers), file(others, trades)]).rows).toHaveLength(2 * count);
    // Not for each of the other file's trades.
    expect(plus.mock.calls.length).toBeLessThan(20 * count);
  });

  it('keep trades that only one of them has', () => {
    const later = { ...plainRow, at: plainRow.at + 60_000 };
    expect(plan([file([plainRow], ledgers), file([trade, later], trades)]).rows).toHaveLength(2);
    expect(plan([file([plainRow, plainRow], ledgers), file([trade], trades)]).rows).toHaveLength(2);
  });

  it("recognize a trade by either file's keys", () => {
    const [one] = plan([file([plainRow], ledgers), file([trade], trades)]).rows as [MergedRow];
    expect(one.aliases).toContain(plan([file([trade], trades)]).rows[0]!.key);
  });

  describe('with deposits and withdrawals', () => {
    const coin = (amount: string) => ({ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount });
    const withdrawal: ImportRow = {
      ...plainRow,
      type: 'transfer',
      in: null,
      out: coin('0.5'),
      precision: 1000,
      wallet: 'kraken',
      toWallet: 'elsewhere',
    };
    const listed: ImportRow = {
      ...withdrawal,
      at: plainRow.at - 120_000,
      out: coin('0.4995'),
      fee: coin('0.0005'),
      hash: '0x1',
    };
    const history = { format: 'binance', layout: 'history' } as const;
    const movements = { format: 'binance', layout: 'movements' } as const;

    it('count each once, with the fee and the hash that only one of them tells', () => {
      const both = [file([withdrawal], history), file([listed], movements)];
      expect(plan(both).rows.map(({ row }) => row)).toEqual([listed]);
      expect(ledgerOf(both.toReversed())).toEqual(ledgerOf(both));
      expect(plan(both).rows[0]!.aliases).toContain(plan([both[0]!]).rows[0]!.key);
    });

    it('keep what only one of them has, another amount, and what is hours apart', () => {
      const later = { ...listed, at: listed.at + 3 * 3_600_000 };
      const other = { ...listed, out: coin('0.4994') };
      for (const one of [later, other])
        expect(plan([file([withdrawal], history), file([one], movements)]).rows).toHaveLength(2);
      const twice = [file([withdrawal, withdrawal], history), file([listed], movements)];
      expect(plan(twice).rows).toHaveLength(2);
      expect(plan([file([withdrawal], history), file([listed, later], movements)]).rows).toHaveLength(2);
      expect(
        plan([file([withdrawal], history), file([listed], { ...movements, format: 'kucoin' })]).rows,
      ).toHaveLength(2);
    });

    it('match a deposit elsewhere by the amount that arrived', () => {
      const arrival = {
        ...listed,
        wallet: 'elsewhere',
        toWallet: 'ledger',
        fee: null,
        at: plainRow.at + 60_000,
      };
      const rows = plan([
        file([withdrawal], history),
        file([listed], movements),
        file([arrival], { format: 'ledger_live', layout: 'operations' }),
      ]).rows;
      expect(rows.map(({ row }) => [row.wallet, row.toWallet, row.fee])).toEqual([
        ['kraken', 'ledger', coin('0.0005')],
      ]);
    });
  });
});

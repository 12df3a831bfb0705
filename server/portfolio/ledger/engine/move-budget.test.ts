import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import type { LedgerEntry } from './entry.ts';
import { Ledger } from './ledger.ts';
import type { Scope } from './lot.ts';
import { MoveBudget } from './move-budget.ts';

const valuer = { convert: () => 0n, closeOf: () => null };
const bought = [1, 2, 3, 4].map((day) => entryOf(`b${day}`, 'buy', `2024-01-0${day}`, { in: '1 bitcoin' }));
const moved = (day: number, wallet: string, toWallet: string): LedgerEntry =>
  entryOf(`t${day}`, 'transfer', `2024-02-0${day}`, { out: '4 bitcoin' }, { wallet, toWallet });
const entries = [...bought, moved(1, 'main', 'safe'), moved(2, 'safe', 'main')];
const open = (scope: Scope, max: number) =>
  new Ledger(entries, { method: 'fifo', scope, valuer, moves: new MoveBudget(max) });

describe('The lots that a ledger moves between wallets', () => {
  it('are limited when lots are kept per wallet', () => {
    expect(open('wallet', 8).figuresOf('bitcoin')?.lots).toHaveLength(4);
    expect(() => open('wallet', 7)).toThrow('moves too many lots between its wallets');
    expect(open('portfolio', 0).figuresOf('bitcoin')?.lots).toHaveLength(4);
  });

  it('are limited by average cost too, where those of unknown cost stay separate', () => {
    const found = [1, 2, 3, 4].map((day) =>
      entryOf(`o${day}`, 'opening', `2024-01-0${day}`, { in: '1 bitcoin' }),
    );
    const averaged = (max: number) =>
      new Ledger([...found, moved(1, 'main', 'safe'), moved(2, 'safe', 'main')], {
        ...{ method: 'average', scope: 'wallet', valuer, moves: new MoveBudget(max) },
      });
    expect(averaged(8).figuresOf('bitcoin')?.lots).toHaveLength(4);
    expect(() => averaged(7)).toThrow('moves too many lots between its wallets');
  });

  it('are counted afresh for each change', () => {
    const ledger = open('wallet', 8);
    ledger.update({ added: [moved(3, 'main', 'safe')], removed: [] });
    expect(ledger.figuresOf('bitcoin')?.lots.map(({ wallet }) => wallet)).toEqual(Array(4).fill('safe'));
  });

  it('are at most a million', () => {
    const budget = new MoveBudget();
    budget.take(1_000_000);
    expect(() => budget.take(1)).toThrow(expect.objectContaining({ code: 'conflict', status: 409 }));
  });
});

import { expect, it } from 'vitest';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import { describeLines } from './describe-lines.ts';
import type { LineDraft } from './line-draft.ts';

type Given = Parameters<typeof describeLines>;

const lineOf = (coinId: string, transactionId: string): LineDraft => ({
  ...{ kind: 'sell', day: 0, at: 0, coinId, amount: 1n, proceeds: 2n, cost: 1n, gain: 1n, fees: 0n },
  ...{ adjustment: 0n, acquired: 0, term: null, box: null, exempt: false, rules: [], poolAfter: null },
  ...{ portfolioValue: null, matches: [], disposals: [{ transactionId, isFee: false }] },
});

it('asks once for each coin how the ledger proves its lines, as a coin may have a hundred thousand', () => {
  const requestedIds: string[] = [];
  const choice: MethodChoice = { method: 'fifo', scope: 'portfolio' };
  const outcome: Partial<Given[1]> = {
    ...{ apart: [], ...choice },
    proofOf(coinId) {
      requestedIds.push(coinId);
      return coinId === 'bitcoin' ? choice : null;
    },
  };
  const head = {
    ...{ portfolioId: 'p', otherIds: [], country: 'US', currency: 'USD', year: { zone: { name: 'UTC' } } },
    nameOf: (coinId: string) => ({ symbol: coinId, name: coinId }),
  };
  const lines = ['a', 'b', 'c'].flatMap((id) => [lineOf('bitcoin', id), lineOf('ether', id)]);
  const described = describeLines(lines, outcome as Given[1], head as unknown as Given[2], 1);
  expect(requestedIds).toEqual(['bitcoin', 'ether']);
  expect(described.map(({ proofs }) => proofs[0]!.transaction)).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
});

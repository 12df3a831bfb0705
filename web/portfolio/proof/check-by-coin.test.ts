import { expect, it } from 'vitest';
import { type CoinChecks, checkByCoin } from './check-by-coin.ts';
import type { ProofDocument } from './proof-document.ts';

const values: Readonly<Record<string, string | null>> = { bitcoin: '10.5', ethereum: '-0.25', gone: null };
const load = async (coin: string) =>
  ({ coin, value: values[coin], steps: [{}, {}] }) as unknown as ProofDocument;
const coinIds = Object.keys(values);

async function listAll(states: AsyncIterable<CoinChecks>): Promise<CoinChecks[]> {
  const all: CoinChecks[] = [];
  for await (const state of states) all.push(state);
  return all;
}

it('a total is the sum of the coins’ proven figures', async () => {
  const check = async () => ({ holds: true, step: null, reason: null });
  const states = await listAll(checkByCoin({ coinIds, load, check }));
  expect(states.map(({ checked }) => checked)).toEqual([1, 2, 3]);
  expect(states.at(-1)).toEqual({ checked: 3, sum: '10.25', steps: 6, failed: null });
});

it('the check stops at the first proof that does not hold', async () => {
  const check = async ({ coin }: ProofDocument) =>
    coin === 'ethereum'
      ? { holds: false, step: 1, reason: 'it was changed' }
      : { holds: true, step: null, reason: null };
  const states = await listAll(checkByCoin({ coinIds, load, check }));
  expect(states).toHaveLength(2);
  expect(states.at(-1)).toMatchObject({
    checked: 1,
    failed: { coinId: 'ethereum', reason: 'it was changed' },
  });
});

import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { minute } from '../support/accounts/account-app.ts';
import { accountAppPerTest } from '../support/accounts/account-app-per-test.ts';
import { createSqliteDatabase } from '../support/databases.ts';

const pairs = 2000;

const site = accountAppPerTest(createSqliteDatabase);

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * How well response times distinguish known from unknown addresses: the share of pairs in which the known one takes
 * longer. At 0.5, they don't.
 */
function areaUnderCurve(known: readonly number[], unknown: readonly number[]): number {
  const ranked = [
    ...known.map((ms) => ({ ms, isKnown: true })),
    ...unknown.map((ms) => ({ ms, isKnown: false })),
  ].sort((a, b) => a.ms - b.ms);
  let ranks = 0;
  for (const [index, { isKnown }] of ranked.entries()) if (isKnown) ranks += index + 1;
  return (ranks - (known.length * (known.length + 1)) / 2) / (known.length * unknown.length);
}

it.each(['/api/auth/signin', '/api/auth/signup'])(
  '%s takes as long for a known address as for an unknown one',
  { timeout: 30 * minute },
  async (path) => {
    const names = path.endsWith('signup') ? { firstName: 'Ada', lastName: 'Lovelace' } : {};
    const times = { known: [] as number[], unknown: [] as number[] };
    const ask = (email: string) => site.plainClient().call('POST', path, { email, ...names });
    for (let pair = 0; pair < pairs; pair++) {
      const [known, unknown] = [`known-${pair}@example.com`, `other-${pair}@example.com`];
      await site.member(known);
      site.pass(11 * minute);
      const kinds = [
        ['known', known],
        ['unknown', unknown],
      ] as const;
      // The order alternates, because the second call finds warmer caches.
      for (const [kind, email] of pair % 2 ? kinds : kinds.toReversed())
        times[kind].push(await time(() => ask(email)));
    }
    const area = areaUnderCurve(times.known, times.unknown);
    console.info(`${path}: AUC ${area.toFixed(3)} over ${pairs} pairs`);
    expect(area).toBeGreaterThan(0.45);
    expect(area).toBeLessThan(0.55);
  },
);

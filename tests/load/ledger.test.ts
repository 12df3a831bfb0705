import { it } from 'vitest';
import { checkLedgers } from '../support/portfolio/ledger-reference/check-ledgers.ts';

/** Minutes of one processor. */
const runs = Number(process.env.LEDGER_RUNS ?? 10_000);

it(`${runs} random ledgers agree with a second implementation to the last digit`, () => {
  checkLedgers(runs);
});

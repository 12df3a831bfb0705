import { it } from 'vitest';
import { checkLedgers } from '../support/portfolio/ledger-reference/check-ledgers.ts';

/** The full number takes minutes of CPU time. */
const runs = Number(process.env.LEDGER_RUNS ?? 10_000);

it(`${runs} random ledgers agree with a second implementation to the last digit`, () => {
  checkLedgers(runs);
});

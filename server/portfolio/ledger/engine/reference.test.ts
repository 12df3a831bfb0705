import { it } from 'vitest';
import { checkLedgers } from '../../../../tests/support/portfolio/ledger-reference/check-ledgers.ts';

it('random ledgers agree with a second implementation to the last digit, in any order of entry', () => {
  checkLedgers(300);
});

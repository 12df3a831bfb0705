import { expect, it } from 'vitest';
import { hideFigures } from './hide-figures.ts';

it('All amounts are removed from a sentence, but its days and rules are kept', () => {
  expect(hideFigures('At least 0.5 BTC acquired before 2021-03-04 are missing.')).toBe(
    'At least •••• BTC acquired before 2021-03-04 are missing.',
  );
  expect(hideFigures('Proceeds of £51,000.25 are above GBP 50000, section 104.')).toBe(
    'Proceeds of •••• are above ••••, section 104.',
  );
  expect(hideFigures('0.5 S and 7 1INCH, section 106A, 12 May')).toBe(
    '•••• S and •••• ••••INCH, section 106A, 12 May',
  );
  expect(hideFigures('0.5 C98, 12 X2Y2, 5 A8 and 3.5 币安 are missing since 2021-03-04.')).toBe(
    '•••• C98, •••• X2Y2, •••• A8 and •••• 币安 are missing since 2021-03-04.',
  );
});
